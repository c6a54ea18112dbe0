import { block, jsonText, prose } from "./docsHtml.ts";
import { operationArticle } from "./docsOperation.ts";
import type { Operation, Shared } from "./docsTypes.ts";
import type { Json } from "./openApiSchemas.ts";

/** The parts of the OpenAPI document that the documentation page uses. */
interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Shared & { schemas: Record<string, Json> };
}

/** Content of the page's style element. */
export const DOCS_STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
  article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1rem 0 }
  h2 { margin: 2.5rem 0 .5rem } h3 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere }
  h3 a { color: inherit; text-decoration: none } h3 a:hover { text-decoration: underline }
  h3 > code { font-weight: 400; margin-left: .5rem }
  .method { display: inline-block; min-width: 4.5rem; font-weight: 700 }
  h4 { font-size: .875rem; margin: .75rem 0 .25rem } ul { margin: 0; padding-left: 1.25rem } li { overflow-wrap: break-word }
  pre { overflow: auto; padding: .75rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 8%, transparent); font-size: .875rem }
  summary { cursor: pointer } p { margin: .5rem 0 } b { margin-right: .25rem }`;

/** Renders the OpenAPI document as an HTML page without JavaScript. */
export function docsPage(json: Json): string {
  const { tags, paths, components } = json as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hearback API</title><style>${DOCS_STYLE}</style></head>
<body><main>
<h1>Hearback API</h1>
${INTRODUCTION}
<nav aria-label="Operations"><ul>${groups.map(contents).join("\n")}
<li><a href="#schemas">Schemas</a></li></ul></nav>
${groups
  .map(
    ({ name, description, operations: own }) => `<section id="tag-${name}"><h2>${title(name)}</h2>
<p>${prose(description)}</p>
${own.map(({ method, path, operation }) => operationArticle(method, path, operation, components)).join("\n")}
</section>`,
  )
  .join("\n")}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas).map(schemaArticle).join("\n")}
</section>
</main></body></html>`;
}

const INTRODUCTION = `<p>Bodies are JSON, but for uploads, which are multipart/form-data. The host chooses the portal; the cookie that
<a href="#login">login</a> sets says who you are. A change may say as whom it is meant in <code>X-Signed-In-As</code>, a user's id: it is
refused with 401 when the session is somebody else's.</p>
<p>Refusals are an <a href="#schema-Error">Error</a>: <code>{ "message": "…", "errors": { "field": ["…"] } }</code>, with <code>errors</code> on
400 only. Lists say their total in
<code>X-Total-Count</code>; those with <code>cursor</code> come one page at a time, the next page is in <code>Link</code>. A page ends
before <code>limit</code> when it would exceed 128 kB.</p>
<p>For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>`;

function title(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll("-", " ");
}

function contents({
  name,
  operations,
}: {
  name: string;
  operations: { operation: Operation }[];
}): string {
  const links = operations.map(
    ({ operation: { operationId: id } }) => `<a href="#${id}">${id}</a>`,
  );
  return `<li><a href="#tag-${name}">${title(name)}</a>: ${links.join(", ")}</li>`;
}

function schemaArticle([name, schema]: [string, Json]): string {
  const id = `schema-${name}`;
  return `<article id="${id}"><h3><a href="#${id}">${name}</a></h3>${block(jsonText(schema))}</article>`;
}
