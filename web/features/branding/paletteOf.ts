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
 * Derives five colours from a valid primary colour. A dark primary colour gets lighter companions
 * and white button text, a light one darker companions and black button text, so that both are
 * readable on light and on dark pages. The default primary colour gets the default colours.
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
