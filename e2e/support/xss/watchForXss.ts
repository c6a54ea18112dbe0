import type { BrowserContext } from "@playwright/test";
import { originOf } from "../portalAddress.ts";
import type { Place } from "../sendRequest.ts";
import { HOOK_NAME } from "./hook.ts";

const RAN = "a payload ran";
const HELD_BACK = "CSP violation:";

/** What payloads have achieved in the windows of a context, one line each. Empty, if all is well. */
export type XssWatch = string[];

/**
 * Watches everything a payload could do: run in a page or a frame, ask the user something, open a window, reach another
 * host; and what the content security policy had to hold back, for then the escaping has failed.
 */
export async function watchForXss(context: BrowserContext, { host }: Place): Promise<XssWatch> {
  const findings: string[] = [];
  const own = new URL(originOf(host)).host;
  await context.addInitScript(
    ([name, ran]) => {
      Object.defineProperty(window, name, {
        value: () => console.error(ran, window.location.href),
      });
    },
    [HOOK_NAME, RAN] as const,
  );
  context.on("console", (message) => {
    const text = message.text();
    if (text.startsWith(RAN) || text.startsWith(HELD_BACK)) findings.push(text);
  });
  context.on("dialog", (dialog) => {
    // Forms that were changed ask so themselves.
    if (dialog.type() !== "beforeunload") findings.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn =
      url.host === own ||
      (["data:", "blob:"].includes(url.protocol) && !request.isNavigationRequest());
    if (!isOwn) findings.push(`a request to ${request.url()}`);
  });
  const [page] = context.pages();
  context.on("page", (opened) => {
    if (opened !== page) findings.push(`a window: ${opened.url()}`);
  });
  return findings;
}
