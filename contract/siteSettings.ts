import * as z from "zod/mini";
import { SiteBrandingChange, SiteBrandingSettings, UploadedLogo } from "./branding.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

/** What anyone may know. */
const EveryonesSettings = z.object({
  siteName: z.string(),
  allowPublicRegistration: z.boolean(),
  allowPublicFeedback: z.boolean(),
  /** Megabytes. */
  maxUploadSize: z.number(),
  logoUrl: z.nullable(z.string()),
  brandingSettings: SiteBrandingSettings,
});

/** The installation's settings, as its super admins know them (SPEC section 3). */
export const SiteSettings = z.extend(EveryonesSettings, {
  /** Admins need a second factor to do anything as such. */
  requireAdminMfa: z.boolean(),
  deploymentCount: z.number(),
});
export type SiteSettings = z.output<typeof SiteSettings>;

/** The installation's settings as the viewer may know them: how it is guarded and which build runs, only super admins. */
export const ShownSiteSettings = z.extend(EveryonesSettings, {
  requireAdminMfa: z.optional(z.boolean()),
  deploymentCount: z.optional(z.number()),
});
export type ShownSiteSettings = z.output<typeof ShownSiteSettings>;

/** Largest upload that can be allowed, in megabytes. */
export const MAX_UPLOAD_SIZE_LIMIT = 50;

const sizeMessage = `Max upload size must be a whole number from 1 to ${String(MAX_UPLOAD_SIZE_LIMIT)}`;

/** The form of the site settings. The size is megabytes, as a number or as the text of an integer (SPEC section 5). */
export const SiteSettingsForm = z.object({
  siteName: text("Site name", 1, 120),
  allowPublicRegistration: z.boolean("Must be true or false"),
  allowPublicFeedback: z.boolean("Must be true or false"),
  /** Left as it is when it is left out. */
  requireAdminMfa: z.optional(z.boolean("Must be true or false")),
  maxUploadSize: z.pipe(
    z.union(
      [
        z.number(sizeMessage),
        z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,4}$/, sizeMessage)), z.transform(Number)),
      ],
      sizeMessage,
    ),
    z
      .number()
      .check(
        z.int(sizeMessage),
        z.minimum(1, sizeMessage),
        z.maximum(MAX_UPLOAD_SIZE_LIMIT, sizeMessage),
      ),
  ),
});

/** POST /api/admin/site-settings. The colours stay as they are when they are left out. */
export const SiteSettingsChanges = z.extend(SiteSettingsForm, {
  brandingSettings: z.optional(SiteBrandingSettings),
});

export const siteSettingsApi = {
  get: endpoint({
    operationId: "readSiteSettings",
    method: "GET",
    path: "/api/admin/site-settings",
    summary:
      "Site name, flags, upload limit, logo and colours of the installation; for super admins also its deployments and whether admins need a second factor.",
    response: ShownSiteSettings,
    status: 200,
  }),
  update: endpoint({
    operationId: "changeSiteSettings",
    method: "POST",
    path: "/api/admin/site-settings",
    summary: "Changes site name, flags and upload limit, and the colours where they are given.",
    body: SiteSettingsChanges,
    response: SiteSettings,
    status: 200,
  }),
  updateBranding: endpoint({
    operationId: "changeSiteBranding",
    method: "PATCH",
    path: "/api/admin/site-settings/branding",
    summary: "Changes the installation's seven colours.",
    body: SiteBrandingChange,
    response: SiteSettings,
    status: 200,
  }),
  uploadLogo: endpoint({
    operationId: "saveSiteLogo",
    method: "POST",
    path: "/api/admin/logo",
    summary: "Replaces the installation's logo: PNG, JPG or SVG in the multipart field 'logo'.",
    upload: "logo",
    response: UploadedLogo,
    status: 200,
  }),
} as const;
