import type { ApiError } from "#contract/errors.ts";

/** A proxy's whole error page would not fit into a toast. */
const LONGEST = 300;

/**
 * What is said of branding that could not be saved (docs/specification.md "8. Error catalogue").
 */
export function brandingErrorText(error: ApiError): string {
  if (error.serverMessage !== undefined) return error.serverMessage;
  const { status, bodyText } = error.toJSON();
  if (isJson(bodyText)) return "Failed to update branding settings";
  return `Server error: ${String(status)} - ${bodyText.slice(0, LONGEST)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
