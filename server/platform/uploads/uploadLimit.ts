import { LOGO_MAX_BYTES } from "#contract/companySettings.ts";
import type { SiteSettings } from "#contract/siteSettings.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Returns the size that an uploaded file must not reach: the smaller of 5 MB and the site's own
 * limit in megabytes (docs/specification.md "9. Business constants and limits").
 */
export function uploadLimit({ maxUploadSize }: Pick<SiteSettings, "maxUploadSize">): {
  megabytes: number;
  bytes: number;
} {
  const megabytes = Math.min(LOGO_MAX_BYTES / MEGABYTE, maxUploadSize);
  return { megabytes, bytes: megabytes * MEGABYTE };
}
