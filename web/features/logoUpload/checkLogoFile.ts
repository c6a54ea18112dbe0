import { LOGO_MAX_BYTES } from "#contract/companySettings.ts";

/**
 * The file types that the file picker offers. The server also checks the content
 * (docs/specification.md "9. Business constants and limits").
 */
export const LOGO_TYPES = "image/png,image/jpeg,image/svg+xml";

const MEGABYTE = 1024 * 1024;

/**
 * Returns the maximum logo size in megabytes: 5, or the installation's upload limit if this limit
 * is lower than 5.
 */
export function logoLimit(maxUploadSize: number): number {
  return Math.min(LOGO_MAX_BYTES / MEGABYTE, maxUploadSize);
}

/**
 * Returns why a file cannot be uploaded as a logo (docs/specification.md "5. Validation rules");
 * null if it can be uploaded. `limit` is in megabytes.
 */
export function checkLogoFile(
  file: Pick<File, "type" | "size"> | null,
  limit: number,
): string | null {
  if (!file) return "Please select a file to upload";
  if (!file.type.startsWith("image/")) return "Please select an image file";
  if (!LOGO_TYPES.split(",").includes(file.type)) return "Please select a PNG, JPG or SVG file";
  if (file.size >= limit * MEGABYTE) return `File size must be less than ${String(limit)}MB`;
  return null;
}
