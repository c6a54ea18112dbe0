import { companySettingsApi } from "#contract/companySettings.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { signedInAsHeader } from "#web/app/api/signedInAs.ts";

interface UploadOptions {
  /** Called with the upload progress in percent, 0 to 100. */
  readonly onProgress: (percent: number) => void;
  /** Aborts the upload. The promise then rejects with an `AbortError`. */
  readonly signal: AbortSignal;
}

/**
 * The name of the form field with the file. Both logo endpoints have the same request and response.
 */
const { upload: FIELD } = companySettingsApi.uploadLogo;

/**
 * Uploads a logo and returns its URL. Uses XMLHttpRequest because `fetch` does not report upload
 * progress. Rejects with `ApiError`, whose status is 0 if there was no response
 * (docs/specification.md "8. Error catalogue").
 */
export function uploadLogo(
  path: string,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress((loaded / total) * 100);
    });
    request.addEventListener("load", () => {
      const outcome = logoUrlOf(request);
      if (outcome instanceof ApiError) reject(outcome);
      else resolve(outcome);
    });
    request.addEventListener("error", () => reject(plainError(0, "Network error occurred")));
    request.addEventListener("abort", () =>
      reject(new DOMException("The upload was cancelled", "AbortError")),
    );
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", path);
    const headers = { Accept: "application/json", ...signedInAsHeader() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const form = new FormData();
    form.append(FIELD, file);
    request.send(form);
  });
}

function logoUrlOf({ status, responseText }: XMLHttpRequest): string | ApiError {
  if (status < 200 || status > 299) return new ApiError(status, responseText);
  try {
    const { logoUrl } = JSON.parse(responseText) as Partial<
      ResultOf<typeof companySettingsApi.uploadLogo>
    >;
    if (typeof logoUrl === "string") return logoUrl;
  } catch {
    // The response was not JSON.
  }
  return plainError(status, "Invalid response format");
}

function plainError(status: number, message: string): ApiError {
  return new ApiError(status, JSON.stringify({ message }));
}
