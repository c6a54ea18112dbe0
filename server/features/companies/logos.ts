import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { findLogo } from "./companies.queries.ts";
import type { Database } from "#server/platform/db/database.ts";
import { findSiteLogo } from "#server/features/siteSettings/siteSettings.queries.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { PICTURE_POLICY } from "#server/platform/http/securityHeaders.ts";

const ADDRESS =
  /^\/logos\/(?:site|(?<companyId>[1-9]\d{0,14}))\/(?<fileId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Maximum number of bytes of logos in the cache. */
const MAX_SHARED_BYTES = 16 * 1024 * 1024;

/**
 * Mounts the route that serves logos. The URLs of logos cannot be guessed and their content never
 * changes, so clients can cache logos for a year. Each request reads the logo from the database,
 * but all responses send the same cached bytes. Therefore one copy in memory serves any number of
 * slow clients.
 */
export function mountLogos(app: FastifyInstance): void {
  const shared = new LRUCache<string, Buffer>({
    maxSize: MAX_SHARED_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  app.get("/logos/*", async (request, reply) => {
    const logo = await findByAddress(request.requestContext.database, request.url);
    if (!logo) throw notFound();
    const content = shared.get(request.url) ?? logo.content;
    shared.set(request.url, content);
    return reply
      .type(logo.contentType)
      .headers({
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": PICTURE_POLICY,
        // Webmail services show mails with the logo on pages of their own origin.
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(content);
  });
}

async function findByAddress(database: Database, url: string) {
  const { companyId, fileId } = ADDRESS.exec(url)?.groups ?? {};
  if (fileId === undefined) return undefined;
  if (companyId === undefined) return database.system.first(findSiteLogo, { fileId });
  const id = Number(companyId);
  return database.tenant(id).first(findLogo, { companyId: id, fileId });
}
