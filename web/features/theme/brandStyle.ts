import type { SiteBrandingSettings } from "#contract/branding.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import {
  awayFrom,
  blackOrWhiteOn,
  parseHex,
  readableOn,
  textColorOn,
  WHITE,
} from "#contract/color.ts";

/** The mode in which a page is displayed. */
export type Scheme = "light" | "dark";

/**
 * The background colour on which brand-coloured text has the lowest contrast, in each mode
 * (web/app/styles/colors.css).
 */
export const TEXT_SURFACES: Readonly<Record<Scheme, string>> = {
  light: "#ececf1",
  dark: "#303036",
};

type Variables = Readonly<Record<string, string>>;

/**
 * Returns the brand colours as CSS variables for the document's `<style>`. Only hex colours are
 * accepted. A missing or invalid colour is replaced by the default (docs/specification.md "3.
 * Entities and their fields"). Text colours are computed so that text is always readable.
 */
export function brandStyle(branding: Partial<SiteBrandingSettings>): string {
  const colors = validColors(branding);
  const key = Object.values(colors).join();
  const style = styles.get(key) ?? styleOf(colors);
  if (styles.size >= STYLES_KEPT) styles.clear();
  styles.set(key, style);
  return style;
}

/**
 * Caches the styles by their colours, because the contrast computations take as long as rendering
 * the rest of a small page.
 */
const styles = new Map<string, string>();
const STYLES_KEPT = 1000;

/**
 * Returns the variables that `brandStyle` sets in one mode, for the style attribute of a preview
 * element with `data-scheme`.
 */
export function brandVariables(
  branding: Partial<SiteBrandingSettings>,
  scheme: Scheme,
): Record<`--${string}`, string> {
  const colors = validColors(branding);
  const variables = { ...lightVariables(colors), ...(scheme === "dark" && darkVariables(colors)) };
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--${name}`, value]));
}

function styleOf(colors: SiteBrandingSettings): string {
  const light = declarations(lightVariables(colors));
  const dark = declarations(darkVariables(colors));
  return [
    `:root{${light}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}`,
    `:root[data-theme="dark"]{${dark}}`,
  ].join("");
}

function lightVariables(colors: SiteBrandingSettings): Variables {
  const { primaryColor, menuActiveColor, authBackgroundColor } = colors;
  const buttonText = textColorOn(colors.buttonTextColor, primaryColor);
  return {
    "brand-primary": primaryColor,
    "brand-on-primary": blackOrWhiteOn(primaryColor),
    "brand-primary-text": readableOn(primaryColor, TEXT_SURFACES.light),
    "brand-button-text": buttonText,
    "brand-hover-shade": awayFrom(buttonText, primaryColor),
    "brand-secondary": colors.secondaryColor,
    "brand-accent": colors.accentColor,
    "brand-menu-active": menuActiveColor,
    "brand-menu-hover": colors.menuHoverColor,
    "brand-auth-background": authBackgroundColor,
    "brand-on-auth-background": blackOrWhiteOn(authBackgroundColor),
  };
}

/**
 * Returns the variables that differ in dark mode. The configured background of the sign-in panel is
 * for light pages; in dark mode the panel is a neutral dark grey.
 */
function darkVariables({ primaryColor }: SiteBrandingSettings): Variables {
  return {
    "brand-primary-text": readableOn(primaryColor, TEXT_SURFACES.dark),
    "brand-auth-background": "#18181b",
    "brand-on-auth-background": WHITE,
  };
}

function validColors(branding: Partial<SiteBrandingSettings>): SiteBrandingSettings {
  const colors = { ...DEFAULT_BRANDING };
  for (const key of Object.keys(DEFAULT_BRANDING) as (keyof SiteBrandingSettings)[]) {
    const wanted = branding[key];
    if (wanted !== undefined && parseHex(wanted)) colors[key] = wanted;
  }
  return colors;
}

function declarations(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `--${name}:${value};`)
    .join("");
}
