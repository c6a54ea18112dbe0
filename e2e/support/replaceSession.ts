import type { BrowserContext } from "@playwright/test";
import type { SignedIn } from "./accounts.ts";
import { originOf } from "./portalAddress.ts";

/** Replaces a browser's session cookie without notifying the browser's open pages. */
export async function replaceSession(
  context: BrowserContext,
  { cookie, host }: SignedIn,
): Promise<void> {
  const [name = "", value = ""] = cookie.split("=", 2);
  await context.addCookies([{ name, value, url: originOf(host), httpOnly: true, sameSite: "Lax" }]);
}
