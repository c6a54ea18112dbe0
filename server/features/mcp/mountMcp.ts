import type { McpServer } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isForeignOrigin } from "#server/platform/http/foreignOrigin.ts";
import { forbidden, HttpError, notFound } from "#server/platform/http/httpError.ts";
import { callApiAs, Refusal } from "./callApi.ts";
import { QUOTED_NOTICE } from "./quoted.ts";
import { READING_TOOLS } from "./readingTools.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { mayUse } from "./tool.ts";
import { WRITING_TOOLS } from "./writingTools.ts";

/** All tools, those that read before those that write. */
export const TOOLS: readonly Tool[] = [...READING_TOOLS, ...WRITING_TOOLS];

const INSTRUCTIONS = `Hearback collects what customers of a company wish for. Items on boards have votes, comments and a status; the changelog tells customers what is new. ${QUOTED_NOTICE} Give the user the links of what you mention. Ask the user before you write anything that customers see.`;

/** What the server says of itself. */
const IDENTITY = [
  { name: "hearback", title: "Hearback", version: "1.0.0" },
  { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
] as const;

/**
 * Mounts the MCP server of each company, `POST /mcp` on the company's host
 * (docs/decisions/0092-mcp.md). There are no sessions and no streams, so that any process answers
 * any request.
 */
export function mountMcp(app: FastifyInstance): void {
  const config = { scope: "any" } as const;
  app.post("/mcp", { config }, async (request, reply) => {
    const context = contextOf(app, request);
    // Batches, which protocol revisions since 2025-06-18 do not know, would be without a bound.
    if (Array.isArray(request.body)) throw new HttpError(400, "Send one message at a time");
    // The SDK takes 13 MB of memory and 60 ms, which a process without assistants does not need.
    const sdk = await import("@modelcontextprotocol/server");
    const newServer = () =>
      withTools(new sdk.McpServer(...IDENTITY), context, (error) =>
        request.log.error({ err: error }, "MCP tool failed"),
      );
    const handler = sdk.createMcpHandler(newServer, {
      maxSubscriptions: 0,
      keepAliveMs: 0,
      onerror: (error) => request.log.info({ err: error }, "MCP request refused"),
    });
    const { method, url, host, protocol } = request;
    const asked = new Request(new URL(url, `${protocol}://${host}`), {
      method,
      headers: headersOf(request),
      body: JSON.stringify(request.body ?? ""),
    });
    return sendAnswer(reply, await handler.fetch(asked, { parsedBody: request.body }));
  });
  app.route({
    method: ["GET", "PUT", "PATCH", "DELETE"],
    url: "/mcp",
    config,
    handler: () => {
      throw new HttpError(405, "Send a POST request", { headers: { allow: "POST" } });
    },
  });
}

/**
 * Returns what tools need to know of a request.
 * @throws HttpError 404 on other hosts, 401 without an API key, 403 from a page of another origin
 */
function contextOf(app: FastifyInstance, request: FastifyRequest): ToolContext {
  const { apiKey, hostCompany, origin } = request.requestContext;
  if (!hostCompany) throw notFound("Use the address of the company's portal");
  if (isForeignOrigin(request)) throw forbidden("This request came from another site");
  if (!apiKey) {
    throw new HttpError(401, "Send an API key in the Authorization header, as Bearer hb_…", {
      headers: { "www-authenticate": "Bearer" },
    });
  }
  return { callApi: callApiAs(app, request), origin, scopes: apiKey.scopes };
}

const headersOf = ({ headers }: FastifyRequest) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && /^(?:accept|content-type|mcp-.*)$/.test(name)
      ? [[name, value]]
      : [],
  );

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get("content-type");
  return reply
    .code(answer.status)
    .headers({ "cache-control": "no-store", ...(type !== null && { "content-type": type }) })
    .send(await answer.text());
}

/** Registers the tools that the API key of a request may use. */
function withTools(
  server: McpServer,
  context: ToolContext,
  onFailure: (error: unknown) => void,
): McpServer {
  for (const tool of TOOLS.filter((each) => mayUse(each, context.scopes))) {
    const { name, title, description, annotations, input: inputSchema, run } = tool;
    const config = { title, description, annotations, inputSchema };
    server.registerTool(name, config, async (args) => {
      try {
        const result = await run(context, args);
        return { content: [{ type: "text", text: `${QUOTED_NOTICE}\n${JSON.stringify(result)}` }] };
      } catch (error) {
        if (!(error instanceof Refusal)) onFailure(error);
        const text = error instanceof Refusal ? error.message : "Something went wrong.";
        return { content: [{ type: "text", text }], isError: true };
      }
    });
  }
  return server;
}
