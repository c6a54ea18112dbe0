import type { ErrorBody } from "#contract/errorBody.ts";

/** Content of the page's only style element. */
export const PLAIN_STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { display: grid; min-height: 100svh; margin: 0; place-content: center; text-align: center; padding: 1rem }
  h1 { font-size: 1.5rem; margin: 0 }`;

/**
 * Returns an error page without any tenant's data, for hosts without a portal and for failed pages.
 */
export function plainPage({ message, requestId }: ErrorBody): string {
  const reference = requestId === undefined ? "" : `<p>Please quote <code>${requestId}</code>.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${message}</title>
<style>${PLAIN_STYLE}</style></head>
<body><main><h1>${message}</h1>${reference}</main></body></html>`;
}
