import { block, escapeHtml, jsonText, prose } from "./docsHtml.ts";
import type { Json } from "./openApiSchemas.ts";

/** What the page reads of an operation of the OpenAPI document. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Json[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer | { $ref: string }>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
}

interface Answer {
  description: string;
  headers?: Json;
  content?: Content;
}

type Content = Record<string, { schema: Json; example?: unknown }>;

/** The answers that operations share, by their reference. */
export type SharedAnswers = Readonly<Record<string, Answer>>;

/** One operation as a part of the page. */
export function operationArticle(
  method: string,
  path: string,
  operation: Operation,
  shared: SharedAnswers,
): string {
  const { operationId, summary, description, security, parameters, responses } = operation;
  const answers = Object.entries(responses).map(([status, answer]): [string, Answer] => [
    status,
    "$ref" in answer ? sharedAnswer(shared, answer.$ref) : answer,
  ]);
  const session = security.some((way) => Object.keys(way).length === 0) ? "" : " Needs a session.";
  const shownPath = path.replace(/\{(\w+)\}/g, ":$1");
  return `<article id="${operationId}">
<h3><a href="#${operationId}"><span class="method">${method.toUpperCase()}</span> ${escapeHtml(shownPath)}</a> <code>${operationId}</code></h3>
<p>${prose(summary)}</p>
<p>${escapeHtml(description)}${session}</p>
${parameterTable(parameters)}${body(operation)}
<table><caption>Answers</caption>${answers.map(answerRow).join("")}</table>
<details><summary>Example</summary>${block(exampleText(method, path, operation, answers))}</details>
</article>`;
}

function sharedAnswer(shared: SharedAnswers, reference: string): Answer {
  return shared[reference.replace("#/components/responses/", "")] ?? { description: "" };
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(({ name, in: place, required, description = "", schema }) => {
    const need = required ? "" : ", optional";
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${need}</td><td>${typeOf(schema)}</td><td>${prose(description)}</td></tr>`;
  });
  return `<table><caption>Parameters</caption>${rows.join("")}</table>`;
}

function body({ requestBody }: Operation): string {
  if (!requestBody) return "";
  const [[mediaType, { schema }] = ["", { schema: {} }]] = Object.entries(requestBody.content);
  const fields = Object.keys((schema["properties"] ?? {}) as Json).map(
    (name) => `<code>${escapeHtml(name)}</code>`,
  );
  const what = fields.length > 0 ? `one file in the field ${fields.join(", ")}` : typeOf(schema);
  return `<p>Body: ${escapeHtml(mediaType)}, ${what}</p>\n`;
}

function answerRow([status, { description, content = {}, headers = {} }]: [string, Answer]): string {
  const types = Object.values(content).map(({ schema }) => typeOf(schema));
  const names = Object.keys(headers).map((name) => `<code>${name}</code>`);
  return `<tr><td>${status}</td><td>${prose(description)}</td><td>${[...types, ...names].join(", ")}</td></tr>`;
}

/** A schema in a word or two: a link where it has a name. */
function typeOf(schema: Json): string {
  const name = String(schema["$ref"] ?? "").replace("#/components/schemas/", "");
  if (name !== "") return `<a href="#schema-${name}">${name}</a>`;
  if (schema["type"] === "array") return `list of ${typeOf(schema["items"] as Json)}`;
  const ways = schema["anyOf"] as Json[] | undefined;
  if (ways) return ways.map(typeOf).join(" or ");
  const words = schema["const"] === undefined ? (schema["enum"] as unknown[] | undefined) : [schema["const"]];
  if (words) return words.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(", ");
  return escapeHtml([schema["type"] ?? "any"].flat().join(" or "));
}

function exampleText(
  method: string,
  path: string,
  { parameters, requestBody, security }: Operation,
  answers: readonly [string, Answer][],
): string {
  const url = new URL(path, "https://acme.hearback.example");
  let address = path;
  for (const { name, in: place, example } of parameters) {
    if (place === "path") address = address.replace(`{${name}}`, String(example));
    if (place === "query" && example !== undefined) url.searchParams.set(name, String(example));
  }
  const [sent] = Object.entries(requestBody?.content ?? {});
  const [status = "", answer] = answers[0] ?? [];
  const [received] = Object.values(answer?.content ?? {});
  return [
    `${method.toUpperCase()} ${address}${url.search}`,
    `Host: ${url.host}`,
    ...(security.some((way) => "session" in way) ? ["Cookie: hearback_session=…"] : []),
    ...(sent ? [`Content-Type: ${sent[0]}`] : []),
    ...(sent?.[1].example === undefined ? [] : ["", jsonText(sent[1].example)]),
    "",
    status,
    ...(received ? [jsonText(received.example)] : []),
  ].join("\n");
}
