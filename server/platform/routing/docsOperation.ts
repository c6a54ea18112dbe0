import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import { exampleText } from "./docsExample.ts";
import { block, prose } from "./docsHtml.ts";
import type { DocumentedResponse, Operation, Parameter, Shared } from "./docsTypes.ts";
import type { JsonSchema } from "./openApiSchemas.ts";

export function operationArticle(
  method: string,
  path: string,
  operation: Operation,
  shared: Shared,
): string {
  const { operationId, summary, description, security, parameters, responses } = operation;
  const entries = Object.entries(responses).map(
    ([status, response]): [string, DocumentedResponse] => [
      status,
      "$ref" in response ? sharedResponse(shared, response.$ref) : response,
    ],
  );
  const session = security.every((way) => "session" in way) ? " Needs a session." : "";
  const shownPath = path.replace(/\{(\w+)\}/g, ":$1");
  return `<article id="${operationId}">
<h3><a href="#${operationId}"><span class="method">${method.toUpperCase()}</span> ${escapeHtml(shownPath)}</a> <code>${operationId}</code></h3>
<p>${prose(summary)}</p>
<p>${escapeHtml(description)}${session}</p>
${parameterList(parameters)}${body(operation)}<h4>Responses</h4>
<ul>${entries.map(responseEntry).join("")}</ul>
<details><summary>Example</summary>${block(exampleText(method, path, operation, shared))}</details>
</article>`;
}

function sharedResponse({ responses }: Shared, reference: string): DocumentedResponse {
  return responses[reference.replace("#/components/responses/", "")] ?? { description: "" };
}

/**
 * Returns the list of an operation's parameters. Header parameters are left out, because they are
 * documented once, at the top of the page.
 */
function parameterList(parameters: readonly Parameter[]): string {
  const listed = parameters.filter(({ in: place }) => place !== "header");
  if (listed.length === 0) return "";
  const entries = listed.map(({ name, in: place, required, description = "", schema }) => {
    const need = required ? "" : ", optional";
    return `<li><code>${escapeHtml(name)}</code> in the ${place}${need}: ${typeOf(schema)}. ${prose(description)}</li>`;
  });
  return `<h4>Parameters</h4>\n<ul>${entries.join("")}</ul>\n`;
}

function body({ requestBody }: Operation): string {
  if (!requestBody) return "";
  const [[mediaType, { schema }] = ["", { schema: {} }]] = Object.entries(requestBody.content);
  const fields = Object.keys(schema.properties ?? {}).map(
    (name) => `<code>${escapeHtml(name)}</code>`,
  );
  const what = fields.length > 0 ? `one file in the field ${fields.join(", ")}` : typeOf(schema);
  return `<h4>Body</h4>\n<p>${what}, as ${escapeHtml(mediaType)}</p>\n`;
}

function responseEntry([status, { description, content = {}, headers = {} }]: [
  string,
  DocumentedResponse,
]): string {
  const types = Object.values(content).map(({ schema }) => typeOf(schema));
  const names = Object.keys(headers).map((name) => `<code>${name}</code>`);
  if (Number(status) >= 400)
    return `<li><b>${status}</b> ${[prose(description), ...names].join(" ")}</li>`;
  return `<li><b>${status}</b> ${[...types, ...names].join(", ") || prose(description)}</li>`;
}

/** Describes a schema briefly: by a link if the schema is named, otherwise by its type. */
function typeOf(schema: JsonSchema): string {
  const {
    $ref,
    type = "any",
    items,
    anyOf,
    const: word,
    enum: words = word === undefined ? [] : [word],
  } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace("#/components/schemas/", "");
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (items) return `list of ${typeOf(items)}`;
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  if (words.length > 0) return words.map((each) => `<code>${escapeHtml(each)}</code>`).join(", ");
  return escapeHtml([type].flat().join(" or "));
}
