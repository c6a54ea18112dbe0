import type { SiteBrandingSettings } from "#contract/branding.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { ShownSiteSettings, SiteSettings } from "#contract/siteSettings.ts";
import type { Viewer } from "./users.policy.ts";

/** Columns of the site settings as the database returns them. */
export interface SiteRow {
  siteName: string;
  allowPublicRegistration: boolean;
  allowPublicFeedback: boolean;
  requireAdminMfa: boolean;
  maxUploadSize: number;
  siteLogoFileId: string | null;
  siteDarkLogoFileId: string | null;
  deploymentCount: number;
  siteBranding: Partial<SiteBrandingSettings>;
}

/** Returns the complete site settings, with default colours filled in and the logo as a URL. */
export function presentSite(row: SiteRow): SiteSettings {
  return {
    siteName: row.siteName,
    allowPublicRegistration: row.allowPublicRegistration,
    allowPublicFeedback: row.allowPublicFeedback,
    requireAdminMfa: row.requireAdminMfa,
    maxUploadSize: row.maxUploadSize,
    logoUrl: row.siteLogoFileId && `/logos/site/${row.siteLogoFileId}`,
    darkLogoUrl: row.siteDarkLogoFileId && `/logos/site/${row.siteDarkLogoFileId}`,
    deploymentCount: row.deploymentCount,
    brandingSettings: { ...DEFAULT_BRANDING, ...row.siteBranding },
  };
}

/** Returns the part of the site settings that the viewer may see. */
export function shownSite(site: SiteSettings, viewer: Viewer): ShownSiteSettings {
  if (viewer?.role === "super_admin") return site;
  const { requireAdminMfa: _, deploymentCount: __, ...shown } = site;
  return shown;
}
