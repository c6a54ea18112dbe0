import { useState } from "react";
import { LOGO_MAX_BYTES } from "#contract/companySettings.ts";

interface ChosenLogo {
  readonly file: File | null;
  /** The image as a `data:` URL; null until the file has been read, or if it cannot be read. */
  readonly url: string | null;
  readonly error: string | null;
}

const NOTHING: ChosenLogo = { file: null, url: null, error: null };

/**
 * Returns the selected logo file with its validation error and preview. `limit` is in megabytes.
 */
export function useChosenLogo(limit: number) {
  const [chosen, setChosen] = useState(NOTHING);
  const choose = (file: File | null) => {
    const error = checkLogoFile(file, limit);
    setChosen({ file: error === null ? file : null, url: null, error });
    if (error === null && file) {
      void readDataUrl(file).then((url) =>
        setChosen((current) => (current.file === file ? { ...current, url } : current)),
      );
    }
  };
  return {
    ...chosen,
    choose,
    clear: () => setChosen(NOTHING),
    refuse: (error: string) => setChosen((current) => ({ ...current, error })),
  };
}

/**
 * Reads a file as a `data:` URL. Returns null if the browser cannot read the file, because the
 * upload will report the error.
 */
function readDataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : null),
    );
    reader.addEventListener("error", () => resolve(null));
    reader.readAsDataURL(file);
  });
}

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
