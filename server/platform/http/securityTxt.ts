import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { notFound } from "./httpError.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Days until the file expires; RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * Mounts `GET /.well-known/security.txt` (RFC 9116), which names the contact for security reports
 * (`PROVIDER_URL`). The response is 404 until a contact is configured.
 */
export function mountSecurityTxt(
  app: FastifyInstance,
  { provider }: Pick<Config, "provider">,
): void {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    if (provider.url === undefined) throw notFound();
    const midnight = Math.floor(Date.now() / DAY) * DAY;
    const expires = new Date(midnight + VALID_DAYS * DAY).toISOString();
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(`Contact: ${provider.url}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
}
