import type { ApiError } from "#contract/errors.ts";

/** Maximum number of characters shown in the toast if the response is an error page of a proxy. */
const LONGEST = 300;

/**
 * Returns the error text for a failed branding update (docs/specification.md "8. Error catalogue").
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
