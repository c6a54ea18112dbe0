import type { ErrorBody } from "#contract/errorBody.ts";
import { NO_PORTAL } from "#server/platform/access/resolveContext.ts";

/** Content of the page's only style element. */
export const PLAIN_STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { display: grid; min-height: 100svh; margin: 0; place-content: center; text-align: center; padding: 1rem }
  main { max-width: 34rem } h1 { font-size: 1.5rem; margin: 0 0 1rem } p { margin: 0 0 1rem; text-wrap: pretty }`;

/** What visitors and owners of a host without a portal can do. */
const NO_PORTAL_HELP = `<p>There is no portal at this address. Please check the address for a typing mistake.</p>
<p>If it is meant to be yours: a domain of your own leads to your portal as soon as its CNAME record is found, which can take up to 48 hours. Your portal's domain settings say whether it was found.</p>`;

/**
 * Returns an error page without any tenant's data, for hosts without a portal and for failed pages.
 */
export function plainPage({ message, requestId }: ErrorBody): string {
  const reference = requestId === undefined ? "" : `<p>Please quote <code>${requestId}</code>.</p>`;
  const help = message === NO_PORTAL ? NO_PORTAL_HELP : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${message}</title>
<style>${PLAIN_STYLE}</style></head>
<body><main><h1>${message}</h1>${help}${reference}</main></body></html>`;
}
