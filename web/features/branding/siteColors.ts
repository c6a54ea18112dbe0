import type { SiteBrandingSettings } from "#contract/branding.ts";
import type { BrandColor } from "./companyColors.ts";
import { COMPANY_COLORS } from "./companyColors.ts";

/**
 * The fields for the installation's seven colours (docs/specification.md "/admin/brand-settings").
 */
export const SITE_COLORS: readonly BrandColor<keyof SiteBrandingSettings>[] = [
  ...COMPANY_COLORS,
  {
    name: "authBackgroundColor",
    label: "Auth pages background",
    help: "Right section of login and register.",
  },
];
