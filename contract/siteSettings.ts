import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import {
  SiteBrandingChange,
  SiteBrandingSettings,
  UploadedLogo,
  DEFAULT_BRANDING,
  logoQuery,
} from "./branding.ts";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";

const PublicSettings = z.object({
  siteName: z.string(),
  allowPublicRegistration: z.boolean(),
  allowPublicFeedback: z.boolean(),
  /**
   * The maximum size of an uploaded logo in megabytes. `LOGO_MAX_BYTES` also limits logos. The
   * files of imports are not limited by this setting.
   */
  maxUploadSize: z.number(),
  logoUrl: z.nullable(z.string()),
  /** The logo for dark pages; null if `logoUrl` is shown on them as well. */
  darkLogoUrl: z.nullable(z.string()),
  brandingSettings: SiteBrandingSettings,
});

/**
 * The installation's settings for super admins
 * (docs/specification.md "3. Entities and their fields").
 */
export const SiteSettings = z.extend(PublicSettings, {
  /** Whether admins must set up a second factor before they can do anything else. */
  requireAdminMfa: z.boolean(),
  deploymentCount: z.number(),
});
export type SiteSettings = z.output<typeof SiteSettings>;

/** The installation's settings for any viewer. The optional fields are for super admins only. */
export const ShownSiteSettings = z.extend(PublicSettings, {
  requireAdminMfa: z.optional(z.boolean()),
  deploymentCount: z.optional(z.number()),
});
export type ShownSiteSettings = z.output<typeof ShownSiteSettings>;

/** Upper bound of `maxUploadSize`, in megabytes. */
export const MAX_UPLOAD_SIZE_LIMIT = 50;

const sizeMessage = `Max upload size must be a whole number from 1 to ${String(MAX_UPLOAD_SIZE_LIMIT)}`;

/**
 * The site settings form. `maxUploadSize` is in megabytes, as a number or as a string of digits
 * (docs/specification.md "5. Validation rules").
 */
export const SiteSettingsForm = z.object({
  siteName: line("Site name", 1, 120),
  allowPublicRegistration: z.boolean("Must be true or false"),
  allowPublicFeedback: z.boolean("Must be true or false"),
  /** Whether admins must set up a second factor. If omitted, the setting stays unchanged. */
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

/** The body of POST /api/admin/site-settings. Omitted colours stay unchanged. */
export const SiteSettingsChanges = z.extend(SiteSettingsForm, {
  brandingSettings: z.optional(SiteBrandingSettings),
});

export const siteSettingsApi = {
  get: endpoint({
    operationId: "readSiteSettings",
    method: "GET",
    path: "/api/admin/site-settings",
    summary:
      "Site name, flags, upload limit, logo and colours of the installation. Super admins also get the deployment count and whether admins need a second factor.",
    response: ShownSiteSettings,
    status: 200,
  }),
  update: endpoint({
    operationId: "changeSiteSettings",
    method: "POST",
    path: "/api/admin/site-settings",
    summary: "Changes site name, flags and upload limit, and the colours if present.",
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
    summary:
      "Replaces the installation's logo, or with mode=dark its logo for dark pages: PNG, JPG or SVG in the multipart field 'logo'.",
    query: logoQuery,
    upload: "logo",
    response: UploadedLogo,
    status: 200,
    errors: { 409: ["Upload a logo first"] },
  }),
  removeLogo: endpoint({
    operationId: "removeSiteLogo",
    method: "DELETE",
    path: "/api/admin/logo",
    summary:
      "Removes the installation's logo with its logo for dark pages, or with mode=dark only the latter. Does nothing if there is none.",
    query: logoQuery,
    response: z.undefined(),
    status: 204,
  }),
} as const;

/** The settings that any visitor gets. */
export const exampleSite: ShownSiteSettings = {
  siteName: "Hearback",
  allowPublicRegistration: true,
  allowPublicFeedback: false,
  maxUploadSize: 5,
  logoUrl: null,
  darkLogoUrl: null,
  brandingSettings: DEFAULT_BRANDING,
};

const exampleSettings: SiteSettings = {
  ...exampleSite,
  requireAdminMfa: false,
  deploymentCount: 12,
};

export const siteSettingsExamples: ExamplesOf<typeof siteSettingsApi> = {
  readSiteSettings: { response: exampleSite },
  changeSiteSettings: {
    body: {
      siteName: "Hearback",
      allowPublicRegistration: true,
      allowPublicFeedback: false,
      maxUploadSize: 5,
    },
    response: exampleSettings,
  },
  changeSiteBranding: { body: { brandingSettings: DEFAULT_BRANDING }, response: exampleSettings },
  saveSiteLogo: { response: { logoUrl: "/logos/site/0d5f7c1a-2f43-4f0e-8d8b-3a9c52c0e7d4" } },
  removeSiteLogo: {},
};
