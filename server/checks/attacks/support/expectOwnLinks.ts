import { expect } from "vitest";
import type { Reply } from "#server/checks/fixtures/testPortal.ts";

const LINKS = /\b(?:href|action|src)="([^"]*)"/g;

/** The URL of the 'Powered by' link: the product's own host. No other link leaves the site. */
const POWERED_BY = "//localhost/";

const unescape = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

/** Expects that neither a redirect nor a link of the page leads to another site. */
export function expectOwnLinks({ headers, text }: Reply, origin: string, where: unknown): void {
  const links = [...text.matchAll(LINKS)].map(([, link = ""]) => unescape(link));
  for (const address of [...links, headers["location"]]) {
    if (address === undefined || address === POWERED_BY) continue;
    // Like a browser, `URL` removes tabs and line breaks and treats a backslash as a slash.
    const resolved = URL.canParse(String(address), origin)
      ? new URL(String(address), origin)
      : null;
    expect([where, address, resolved?.origin]).toEqual([where, address, origin]);
  }
}
