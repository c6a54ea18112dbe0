import type { BrowserContext } from "@playwright/test";
import type { SignedIn } from "./accounts.ts";
import { originOf } from "./portalAddress.ts";

/** Signs somebody else in at a browser, without any page of it hearing of it. */
export async function takeOver(context: BrowserContext, { cookie, host }: SignedIn): Promise<void> {
  const [name = "", value = ""] = cookie.split("=", 2);
  await context.addCookies([{ name, value, url: originOf(host), httpOnly: true, sameSite: "Lax" }]);
}
