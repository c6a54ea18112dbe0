import type { FastifyInstance } from "fastify";
import { notFound } from "#server/http/httpError.ts";
import { PICTURE_POLICY } from "#server/http/securityHeaders.ts";
import { findLogo } from "./companies.queries.ts";

const ADDRESS = /^\/logos\/(?<companyId>[1-9]\d{0,14})\/(?<fileId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Logos at unguessable addresses that never change their content, so that they can be kept for ever. */
export function mountLogos(app: FastifyInstance): void {
  app.get("/logos/*", async (request, reply) => {
    const { companyId, fileId } = ADDRESS.exec(request.url)?.groups ?? {};
    if (!companyId || !fileId) throw notFound();
    const id = Number(companyId);
    const logo = await request.requestContext.database.tenant(id).first(findLogo, { companyId: id, fileId });
    if (!logo) throw notFound();
    return reply
      .type(logo.contentType)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", PICTURE_POLICY)
      .send(logo.content);
  });
}
