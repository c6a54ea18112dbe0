import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, Db } from "#server/platform/db/database.ts";
import { matchHost, parseHost } from "#server/platform/http/hosts.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { throttle } from "#server/platform/throttle/throttle.ts";
import { findCertificateHost, findServedHost, insertCertificateHost } from "./domains.queries.ts";

/**
 * Limits the number of hosts that are new to the proxy. The limit applies to the whole
 * installation. Each new host can need a certificate, and certificate authorities limit the number
 * of certificates: https://letsencrypt.org/docs/rate-limits/
 */
const NEW_HOSTS: Limit = { name: "certificate-hosts", attempts: 30, windowSeconds: 60 * 60 };

/**
 * Mounts `GET /api/domain-check?domain=`, which responds 200 for a host that this installation
 * serves and 404 for any other host. A proxy calls this route before it requests a certificate
 * (Caddy's `ask`). The route works on any host, because the proxy calls the portal by an internal
 * name. Beyond the limit `NEW_HOSTS`, hosts that were never allowed before get 429.
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
    if (isServed) await countNewHost(database.system, config, host.hostname);
    return reply
      .code(isServed ? 200 : 404)
      .header("cache-control", "no-store")
      .send({ message: isServed ? "Served here" : "Not served here" });
  });
}

/**
 * Counts the host if it is new to the proxy.
 * @throws HttpError 429 if there are too many new hosts
 */
async function countNewHost(db: Db, config: Config, hostname: string): Promise<void> {
  if (hostname === config.baseDomain) return;
  const match = matchHost(hostname, config);
  const name = match.kind === "subdomain" ? match.subdomain : hostname;
  if (await db.first(findCertificateHost, { name })) return;
  await throttle(db, NEW_HOSTS, "all");
  await db.all(insertCertificateHost, { name });
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
