import { jsonText } from "./docsHtml.ts";
import type { Operation, Shared } from "./docsTypes.ts";

const HOST = "acme.hearback.example";

/** Returns an example HTTP request of an operation, followed by the response, as text. */
export function exampleText(
  method: string,
  path: string,
  { parameters, requestBody, security, responses }: Operation,
  { securitySchemes }: Shared,
): string {
  const url = new URL(`https://${HOST}`);
  let address = path;
  for (const { name, in: place, example } of parameters) {
    if (place === "path") address = address.replace(`{${name}}`, String(example));
    if (place === "query" && example !== undefined) url.searchParams.set(name, String(example));
  }
  const needsSession = security.every((way) => "session" in way);
  const needsToken = security.some((way) => "bounceToken" in way);
  const [sent] = Object.entries(requestBody?.content ?? {});
  const [[status, response] = ["", {}]] = Object.entries(responses);
  const [received] = "content" in response ? Object.values(response.content ?? {}) : [];
  return [
    `${method.toUpperCase()} ${address}${url.search}`,
    `Host: ${HOST}`,
    ...(needsSession ? [`Cookie: ${securitySchemes.session.name}=…`] : []),
    ...(needsToken ? ["Authorization: Bearer …"] : []),
    ...(sent ? [`Content-Type: ${sent[0]}`] : []),
    ...(sent?.[1].example === undefined ? [] : ["", bodyText(sent[1].example)]),
    "",
    status,
    ...(received ? [jsonText(received.example)] : []),
  ].join("\n");
}

const bodyText = (example: unknown) => (typeof example === "string" ? example : jsonText(example));
