import type { SiteBrandingSettings } from "#contract/branding.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { blackOrWhiteOn, contrast, parseHex, READABLE, readableOn } from "./color.ts";

/** The surface with the least contrast that brand-coloured text stands on, in each mode (web/styles/app.css). */
const LIGHT_SURFACE = "#ececf1";
const DARK_SURFACE = "#303036";

/**
 * The tenant's colours as CSS variables for the document's `<style>`. Only hex colours get in; a missing or broken one is
 * the default of SPEC section 3. Text colours are computed, so that no choice of colours makes text unreadable.
 */
export function brandStyle(branding: Partial<SiteBrandingSettings>): string {
  const colors = validColors(branding);
  const key = Object.values(colors).join();
  const style = styles.get(key) ?? styleOf(colors);
  if (styles.size >= STYLES_KEPT) styles.clear();
  styles.set(key, style);
  return style;
}

/** The contrast sums of a style cost as much as the rest of a small page: done once for each set of colours. */
const styles = new Map<string, string>();
const STYLES_KEPT = 1000;

function styleOf(colors: SiteBrandingSettings): string {
  const { primaryColor, menuActiveColor, authBackgroundColor } = colors;
  const light = {
    "brand-primary": primaryColor,
    "brand-on-primary": blackOrWhiteOn(primaryColor),
    "brand-primary-text": readableOn(primaryColor, LIGHT_SURFACE),
    "brand-button-text": buttonText(colors),
    "brand-secondary": colors.secondaryColor,
    "brand-accent": colors.accentColor,
    "brand-menu-active": menuActiveColor,
    "brand-on-menu-active": blackOrWhiteOn(menuActiveColor),
    "brand-menu-hover": colors.menuHoverColor,
    "brand-auth-background": authBackgroundColor,
    "brand-on-auth-background": blackOrWhiteOn(authBackgroundColor),
  };
  const dark = declarations({ "brand-primary-text": readableOn(primaryColor, DARK_SURFACE) });
  return [
    `:root{${declarations(light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}`,
    `:root[data-theme="dark"]{${dark}}`,
  ].join("");
}

/** The company's wish for text on primary buttons, where it can be read; else black or white. */
function buttonText({ buttonTextColor, primaryColor }: SiteBrandingSettings): string {
  return contrast(buttonTextColor, primaryColor) >= READABLE ? buttonTextColor : blackOrWhiteOn(primaryColor);
}

function validColors(branding: Partial<SiteBrandingSettings>): SiteBrandingSettings {
  const colors = { ...DEFAULT_BRANDING };
  for (const key of Object.keys(DEFAULT_BRANDING) as (keyof SiteBrandingSettings)[]) {
    const wanted = branding[key];
    if (wanted !== undefined && parseHex(wanted)) colors[key] = wanted;
  }
  return colors;
}

function declarations(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `--${name}:${value};`)
    .join("");
}
