import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { matchHost, parseHost } from "#server/platform/http/hosts.ts";
import { findServedHost } from "./domains.queries.ts";

/**
 * `GET /api/domain-check?domain=` responds 200 for a host that is served here, else 404. A proxy
 * calls it before it requests a certificate (Caddy's `ask`). It works on any host, since the proxy
 * knows the portal by an internal name.
 */
export function mountDomainCheck(
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): void {
  app.get<{ Querystring: { domain?: unknown } }>("/api/domain-check", async (request, reply) => {
    const { domain } = request.query;
    const host = typeof domain === "string" ? parseHost(domain) : null;
    const isServed =
      host !== null && host.port === "" && (await isServedHost(database, config, host.hostname));
    return reply
      .code(isServed ? 200 : 404)
      .header("cache-control", "no-store")
      .send({ message: isServed ? "Served here" : "Not served here" });
  });
}

async function isServedHost(
  database: Database,
  config: Config,
  hostname: string,
): Promise<boolean> {
  const match = matchHost(hostname, config);
  if (match.kind === "product") return true;
  const found = await database.system.first(findServedHost, {
    subdomain: match.kind === "subdomain" ? match.subdomain : null,
    domain: match.kind === "domain" ? match.domain : null,
  });
  return found !== undefined;
}
