import { LOGO_MAX_BYTES } from "#contract/companies.ts";

/** What the file chooser offers; the server decides by the bytes (SPEC section 9). */
export const LOGO_TYPES = "image/png,image/jpeg,image/svg+xml";

const MEGABYTE = 1024 * 1024;

/** The largest logo in megabytes: 5, or the installation's own limit where that is lower. */
export function logoLimit(maxUploadSize: number): number {
  return Math.min(LOGO_MAX_BYTES / MEGABYTE, maxUploadSize);
}

/** Why a file cannot be uploaded as a logo (SPEC section 5); null when it can. `limit` is in megabytes. */
export function checkLogoFile(
  file: Pick<File, "type" | "size"> | null,
  limit: number,
): string | null {
  if (!file) return "Please select a file to upload";
  if (!file.type.startsWith("image/")) return "Please select an image file";
  if (file.size >= limit * MEGABYTE) return `File size must be less than ${String(limit)}MB`;
  return null;
}
