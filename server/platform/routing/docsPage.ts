import * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Route } from "./route.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Content of the page's only style element. */
export const DOCS_STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
  article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1rem 0 }
  h2 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere }
  h2 a { color: inherit; text-decoration: none } h2 a:hover { text-decoration: underline }
  .method { display: inline-block; min-width: 4.5rem; font-weight: 700 }
  pre { overflow: auto; padding: .75rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 8%, transparent); font-size: .875rem }
  summary { cursor: pointer } p { margin: .5rem 0 }`;

/** Renders the API description as a page that works without JavaScript. */
export function docsPage(routes: readonly Route[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hearback API</title><style>${DOCS_STYLE}</style></head>
<body><main>
<h1>Hearback API</h1>
<p>Bodies are JSON, but for uploads, which are multipart/form-data. The host chooses the portal; the cookie that <a href="#POST-/api/login">POST /api/login</a> sets says who you are. A change may say as whom it is meant in
<code>X-Signed-In-As</code>, a user's id: it is refused with 401 when the session is somebody else's. Refusals are
<code>{ "message": "…", "errors": { "field": ["…"] } }</code>, with <code>errors</code> on 400 only. Lists say their total in
<code>X-Total-Count</code>; those with <code>cursor</code> come one page at a time, the next page is in <code>Link</code>. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${routes.map(article).join("\n")}
</main></body></html>`;
}

function article({ endpoint, guard }: Route): string {
  const id = `${endpoint.method}-${endpoint.path}`;
  return `<article id="${id}">
<h2><a href="#${id}"><span class="method">${endpoint.method}</span> ${escapeHtml(endpoint.path)}</a></h2>
<p>${escapeHtml(endpoint.summary)}</p>
<p><small>May be called by: ${escapeHtml(guard.description)} Success answers ${String(endpoint.status)}.</small></p>
${upload(endpoint)}${shape("Query", endpoint.query, "input")}${shape("Body", endpoint.body, "input")}${response(endpoint)}
</article>`;
}

function response(endpoint: Endpoint): string {
  return endpoint.status === 204 ? "" : shape("Answer", endpoint.response, "output");
}

function upload({ upload: field }: Endpoint): string {
  return field
    ? `<p>Body: multipart/form-data with one file in the field <code>${escapeHtml(field)}</code>.</p>`
    : "";
}

function shape(name: string, schema: Endpoint["body"], io: "input" | "output"): string {
  if (!schema) return "";
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<
    string,
    unknown
  >;
  return `<details><summary>${name}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(json, null, 2))}</pre></details>`;
}
