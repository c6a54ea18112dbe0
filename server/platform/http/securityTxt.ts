import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { notFound } from "./httpError.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Days for which an answer holds; RFC 9116 wants it to be less than a year. */
const VALID_DAYS = 180;

/**
 * `GET /.well-known/security.txt` (RFC 9116): whom to tell of a weakness, which is whoever runs the portal (`PROVIDER_URL`). As long as
 * nobody has said who that is, it does not exist.
 */
export function mountSecurityTxt(
  app: FastifyInstance,
  { provider }: Pick<Config, "provider">,
): void {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    // A name that is kept for examples: nobody reads there.
    if (new URL(provider.url).hostname.endsWith(".example")) throw notFound();
    const midnight = Math.floor(Date.now() / DAY) * DAY;
    const expires = new Date(midnight + VALID_DAYS * DAY).toISOString();
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(`Contact: ${provider.url}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
}
