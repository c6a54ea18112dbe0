import { SIGNED_IN_AS } from "#contract/endpoint.ts";

let userId: number | null = null;

/** From now on the page's calls are made as this user, or as nobody who is signed in. */
export function setCallingUser(id: number | null): void {
  userId = id;
}

/** What goes with a call that changes something: it is not to be done as somebody who has signed in meanwhile, in another tab. */
export function signedInAsHeader(): Record<string, string> {
  return userId === null ? {} : { [SIGNED_IN_AS]: String(userId) };
}
