import { ApiError } from "#contract/errors.ts";
import { networkError, signedInAsHeader } from "./callOverHttp.ts";

interface UploadOptions {
  /** Called with the upload progress in percent, 0 to 100. */
  readonly onProgress: (percent: number) => void;
  /** Aborts the upload. The promise then rejects with an `AbortError`. */
  readonly signal: AbortSignal;
}

/**
 * Posts a form with a file and returns the JSON of the response. Uses XMLHttpRequest because
 * `fetch` does not report upload progress. Rejects with `ApiError`, whose status is 0 if there was
 * no response (docs/specification.md "8. Error catalogue").
 */
export function uploadForm(
  path: string,
  form: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress((loaded / total) * 100);
    });
    request.addEventListener("load", () => {
      const outcome = outcomeOf(request);
      if (outcome instanceof ApiError) reject(outcome);
      else resolve(outcome);
    });
    request.addEventListener("error", () => reject(networkError()));
    request.addEventListener("abort", () =>
      reject(new DOMException("The upload was cancelled", "AbortError")),
    );
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", path);
    const headers = { Accept: "application/json", ...signedInAsHeader() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  });
}

function outcomeOf({ status, statusText, responseText }: XMLHttpRequest): unknown {
  if (status < 200 || status > 299) return new ApiError(status, responseText || statusText);
  try {
    return JSON.parse(responseText) as unknown;
  } catch {
    return new ApiError(status, responseText);
  }
}
