import type { BrowserContext } from "@playwright/test";
import { originOf } from "../portalAddress.ts";
import type { Place } from "../sendRequest.ts";
import { HOOK_NAME } from "./hook.ts";

const RAN = "a payload ran";
const BLOCKED = "CSP violation:";

/**
 * Effects of payloads in a browser context, one line each. The list is empty if no payload has had
 * an effect.
 */
export type XssWatch = string[];

/**
 * Watches for effects of payloads: a call of the hook in a page or frame, a dialog, a new window,
 * or a request to another host. A violation of the content security policy is an effect as well,
 * because it shows that escaping did not stop the payload.
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
    if (text.startsWith(RAN) || text.startsWith(BLOCKED)) findings.push(text);
  });
  context.on("dialog", (dialog) => {
    // The portal's forms ask for confirmation before unsaved changes are lost.
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
