import type { FastifyInstance } from "fastify";
import { DOCS_STYLE, docsPage } from "./docsPage.ts";
import { openApiDocument } from "./openApi.ts";
import type { Json } from "./openApiSchemas.ts";
import type { Route } from "./route.ts";
import { pagePolicy } from "./securityHeaders.ts";

/** The interface for machines at `/api/openapi.json` and for people at `/api/docs`. Both are made when they are first asked for. */
export function mountApiDocs(
  app: FastifyInstance,
  routes: readonly Route[],
  provider: { name: string; url: string },
): void {
  let document: Json | undefined;
  let page: string | undefined;
  const madeDocument = () => (document ??= openApiDocument(routes, provider));
  app.get("/api/openapi.json", async (_request, reply) => reply.send(madeDocument()));
  app.get("/api/docs", async (_request, reply) => {
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", pagePolicy([DOCS_STYLE]))
      .send((page ??= docsPage(madeDocument())));
  });
}
