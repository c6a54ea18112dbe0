import * as z from "zod/mini";

/** Error message for an invalid colour (docs/specification.md "5. Validation rules"). */
export const INVALID_COLOR = "Invalid color format";

/** Matches a colour of three or six hex digits. */
export const HEX_COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/**
 * Returns the schema of a colour. The error message contains the colour's name, because one body
 * contains several colours.
 */
function hexColor(name: string) {
  const message = `${name} colour: ${INVALID_COLOR}`;
  return z.string(message).check(z.regex(HEX_COLOR, message));
}

/** A company's six colours (docs/specification.md "3. Entities and their fields"). */
export const BrandingSettings = z.object({
  primaryColor: hexColor("Primary"),
  secondaryColor: hexColor("Secondary"),
  accentColor: hexColor("Accent"),
  menuActiveColor: hexColor("Menu active"),
  menuHoverColor: hexColor("Menu hover"),
  buttonTextColor: hexColor("Button text"),
});
export type BrandingSettings = z.output<typeof BrandingSettings>;

/**
 * The installation's colours: six colours with the same names as a company's colours, and the
 * colour of the side panel on /login and /register.
 */
export const SiteBrandingSettings = z.extend(BrandingSettings, {
  authBackgroundColor: hexColor("Auth pages background"),
});
export type SiteBrandingSettings = z.output<typeof SiteBrandingSettings>;

/** The body of PATCH /api/company/{companyId}/branding. */
export const BrandingChange = z.object({ brandingSettings: BrandingSettings });

/** The body of PATCH /api/admin/site-settings/branding. */
export const SiteBrandingChange = z.object({ brandingSettings: SiteBrandingSettings });

/** Which logo a call is about: without `mode` the logo, with `dark` the logo for dark pages. */
export const logoQuery = z.object({
  mode: z.optional(z.literal("dark", "mode must be dark or absent")),
});

/** The URL of an uploaded logo. */
export const UploadedLogo = z.object({ logoUrl: z.string() });

/** The default colours (docs/specification.md "3. Entities and their fields"). */
export const DEFAULT_BRANDING: SiteBrandingSettings = {
  primaryColor: "#4f46e5",
  secondaryColor: "#818cf8",
  accentColor: "#6366f1",
  menuActiveColor: "#4338ca",
  menuHoverColor: "#6366f1",
  buttonTextColor: "#ffffff",
  authBackgroundColor: "#f3e8ff",
};
