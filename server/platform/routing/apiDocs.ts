import type { FastifyInstance } from "fastify";
import { DOCS_STYLE, docsPage } from "./docsPage.ts";
import { openApiDocument } from "./openApi.ts";
import type { Route } from "./route.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";

/** Serves the API description at `/api/openapi.json` and as a page at `/api/docs`. */
export function mountApiDocs(app: FastifyInstance, routes: readonly Route[]): void {
  const document = openApiDocument(routes);
  app.get("/api/openapi.json", async (_request, reply) => reply.send(document));
  app.get("/api/docs", async (_request, reply) => {
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", pagePolicy([DOCS_STYLE]))
      .send(docsPage(routes));
  });
}
