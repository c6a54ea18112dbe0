import { SIGNED_IN_AS } from "#contract/endpoint.ts";

let userId: number | null = null;

/** Sets the user on whose behalf the page makes its calls; null if nobody is signed in. */
export function setCallingUser(id: number | null): void {
  userId = id;
}

/**
 * The header of calls that change something. The server refuses them if another user has signed in
 * meanwhile, in another tab.
 */
export function signedInAsHeader(): Record<string, string> {
  return userId === null ? {} : { [SIGNED_IN_AS]: String(userId) };
}
