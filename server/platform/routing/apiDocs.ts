import type { FastifyInstance, FastifyRequest } from "fastify";
import { sessionCookieName } from "#server/platform/access/sessionToken.ts";
import { DOCS_STYLE, docsPage } from "./docsPage.ts";
import { openApiDocument } from "./openApi.ts";
import type { Route } from "./route.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";

/**
 * The API documentation as JSON and HTML. It is generated on the first request of each protocol,
 * because the protocol determines the name of the session cookie.
 */
interface ApiDocs {
  readonly json: string;
  readonly page: string;
}

/** Mounts the OpenAPI document at `/api/openapi.json` and its HTML page at `/api/docs`. */
export function mountApiDocs(
  app: FastifyInstance,
  routes: readonly Route[],
  provider: { name: string; url?: string },
): void {
  const cache = new Map<boolean, ApiDocs>();
  const docsFor = ({ protocol }: FastifyRequest): ApiDocs => {
    const isHttps = protocol === "https";
    const cached = cache.get(isHttps);
    if (cached) return cached;
    const sessionCookie = sessionCookieName(isHttps);
    const document = openApiDocument(routes, { provider, sessionCookie });
    const made = { json: JSON.stringify(document), page: docsPage(document) };
    cache.set(isHttps, made);
    return made;
  };
  app.get("/api/openapi.json", async (request, reply) =>
    reply.type("application/json; charset=utf-8").send(docsFor(request).json),
  );
  app.get("/api/docs", async (request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", pagePolicy([DOCS_STYLE]))
      .send(docsFor(request).page),
  );
}
