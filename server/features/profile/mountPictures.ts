import type { FastifyInstance } from "fastify";
import { notFound } from "#server/platform/http/httpError.ts";
import { PICTURE_POLICY } from "#server/platform/http/securityHeaders.ts";
import { findPicture } from "./profile.queries.ts";

const ADDRESS = /^\/pictures\/(?<pictureKey>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Mounts the route that serves the pictures of accounts. Only the calls that return a person's name
 * return the picture's address, which cannot be guessed and says nothing about the person. Its content
 * never changes, so that browsers keep it for a year. Shared caches do not keep it, because not
 * everyone may see the names of every portal.
 */
export function mountPictures(app: FastifyInstance): void {
  app.get("/pictures/*", async ({ url, requestContext }, reply) => {
    const { pictureKey } = ADDRESS.exec(url)?.groups ?? {};
    const picture =
      pictureKey !== undefined &&
      (await requestContext.database.system.first(findPicture, { pictureKey }));
    if (!picture) throw notFound();
    return reply
      .type("image/webp")
      .headers({
        "cache-control": "private, max-age=31536000, immutable",
        "content-security-policy": PICTURE_POLICY,
      })
      .send(picture.content);
  });
}
