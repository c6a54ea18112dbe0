import type { ResultOf } from "#contract/api.ts";
import { PICTURE_TYPES } from "#contract/pictures.ts";
import { uploadForm } from "./uploadForm.ts";

/**
 * Uploads a picture for a text. The promise rejects with the same errors as `uploadForm`; an
 * `AbortError` means that the upload was cancelled. An `ApiError` about the file itself has the
 * message in `fieldErrors.file`.
 */
export async function uploadPicture(
  file: File,
  options: Parameters<typeof uploadForm>[2],
): Promise<ResultOf<"POST /api/pictures">> {
  const form = new FormData();
  form.append("file", file);
  return (await uploadForm("/api/pictures", form, options)) as ResultOf<"POST /api/pictures">;
}

/** Returns the pictures among pasted or dropped files. */
export function picturesAmong(files: Iterable<File>): File[] {
  return [...files].filter(({ type }) => PICTURE_TYPES.split(",").includes(type));
}
