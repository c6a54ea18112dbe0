import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { findLogo } from "./companies.queries.ts";
import type { Database } from "#server/platform/db/database.ts";
import { findSiteLogo } from "#server/features/siteSettings/siteSettings.queries.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { PICTURE_POLICY } from "#server/platform/http/securityHeaders.ts";

const ADDRESS =
  /^\/logos\/(?:site|(?<companyId>[1-9]\d{0,14}))\/(?<fileId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Maximum of bytes of the contents that are kept to be shared. */
const MAX_SHARED_BYTES = 16 * 1024 * 1024;

/**
 * Serves logos. Their addresses are unguessable and their content never changes, so clients may
 * cache them for ever. Each request reads the logo, but responses that are in progress share its
 * bytes: many clients that read slowly hold one copy.
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
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", PICTURE_POLICY)
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
