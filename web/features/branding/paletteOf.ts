import type { BrandingSettings } from "#contract/branding.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { BLACK, blackOrWhiteOn, mix } from "#contract/color.ts";
import { sixDigits } from "./sixDigits.ts";

/** The colours that are derived from the primary colour until an admin changes them. */
export type DerivedColors = Omit<BrandingSettings, "primaryColor">;

const {
  primaryColor: defaultPrimary,
  authBackgroundColor: _,
  ...DEFAULT_PALETTE
} = DEFAULT_BRANDING;

/**
 * Derives five colours from a valid primary colour. A dark primary colour gets white button text
 * and lighter secondary and accent colours. A light primary colour gets black button text and
 * darker secondary and accent colours. The button text is readable on the primary colour. The
 * default primary colour gets the default colours.
 */
export function paletteOf(primaryColor: string): DerivedColors {
  if (sixDigits(primaryColor) === defaultPrimary) return DEFAULT_PALETTE;
  const buttonTextColor = blackOrWhiteOn(primaryColor);
  const accentColor = mix(primaryColor, buttonTextColor, 0.15);
  return {
    secondaryColor: mix(primaryColor, buttonTextColor, 0.35),
    accentColor,
    menuActiveColor: mix(primaryColor, BLACK, 0.15),
    menuHoverColor: accentColor,
    buttonTextColor,
  };
}
