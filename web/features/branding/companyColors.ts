import type { BrandingSettings, SiteBrandingSettings } from "#contract/branding.ts";

/** A colour field of the form. */
export interface BrandColor<Name extends keyof SiteBrandingSettings> {
  readonly name: Name;
  readonly label: string;
  /** A text that says where the colour is used. */
  readonly help: string;
}

/**
 * The fields for a company's six colours. The installation has a seventh colour
 * (docs/specification.md "/admin/brand-settings").
 */
export const COMPANY_COLORS: readonly BrandColor<keyof BrandingSettings>[] = [
  {
    name: "primaryColor",
    label: "Primary",
    help: "Buttons, links and votes. Other colours that match it change with it.",
  },
  { name: "secondaryColor", label: "Secondary", help: "Quiet surfaces and marks." },
  { name: "accentColor", label: "Accent", help: "Highlights." },
  { name: "menuActiveColor", label: "Menu active", help: "The current entry of a menu." },
  { name: "menuHoverColor", label: "Menu hover", help: "An entry under the pointer." },
  { name: "buttonTextColor", label: "Button text", help: "Text on buttons." },
];
