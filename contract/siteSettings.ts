import * as z from "zod/mini";
import { SiteBrandingSettings } from "./branding.ts";
import { endpoint } from "./endpoint.ts";

/** The installation's settings, as everyone may know them (SPEC section 3). */
export const SiteSettings = z.object({
  siteName: z.string(),
  allowPublicRegistration: z.boolean(),
  allowPublicFeedback: z.boolean(),
  /** Megabytes. */
  maxUploadSize: z.number(),
  logoUrl: z.nullable(z.string()),
  deploymentCount: z.number(),
  brandingSettings: SiteBrandingSettings,
});
export type SiteSettings = z.output<typeof SiteSettings>;

export const siteSettingsApi = {
  get: endpoint({
    method: "GET",
    path: "/api/admin/site-settings",
    summary: "Site name, flags, upload limit, logo and colours of the installation.",
    response: SiteSettings,
    status: 200,
  }),
} as const;
