import { SIGNED_IN_AS } from "#contract/endpoint.ts";

let userId: number | null = null;

/** Sets the user on whose behalf the page makes its calls; null if nobody is signed in. */
export function setCallingUser(id: number | null): void {
  userId = id;
}

/**
 * Returns the header that names the page's user, for calls that change data. The server refuses
 * such a call if another tab has meanwhile signed in a different user. Without a user there is no
 * header.
 */
export function signedInAsHeader(): Record<string, string> {
  return userId === null ? {} : { [SIGNED_IN_AS]: String(userId) };
}
