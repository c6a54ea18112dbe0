import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Db } from "#server/platform/db/database.ts";
import { providerReach } from "#server/platform/openId/providerFetch.ts";
import { openSecret } from "#server/platform/secrets/sealSecret.ts";
import { keysOf } from "./keySets.ts";
import type { ApplicationRow } from "./signedTokens.queries.ts";
import { listSealedSecrets } from "./signedTokens.queries.ts";
import type { Verification } from "./verifyToken.ts";

/** Returns what the tokens of a company are verified with. */
export async function verificationOf(
  db: Db,
  { config }: Pick<RequestContext, "config">,
  companyId: number,
  { method, jwksUrl }: Pick<ApplicationRow, "method" | "jwksUrl">,
): Promise<Verification> {
  if (method === "keys" && jwksUrl !== null)
    return { method, keys: keysOf(companyId, jwksUrl, providerReach(jwksUrl, config)) };
  const sealed = await db.all(listSealedSecrets, { companyId });
  const secrets = sealed.flatMap((secret) => openSecret(config, secret.sealed) ?? []);
  return { method: "secret", secrets };
}

/**
 * Returns the addresses of the company's portal, with the scheme and port of the request: its
 * subdomain and its verified custom domain.
 */
export function portalUrlsOf(
  { origin, config }: Pick<RequestContext, "origin" | "config">,
  { subdomain, customDomain }: { subdomain: string | null; customDomain: string | null },
): string[] {
  const hosts = [subdomain && `${subdomain}.${config.baseDomain}`, customDomain];
  return hosts.flatMap((host) => {
    if (!host) return [];
    const url = new URL(origin);
    url.hostname = host;
    return [url.origin];
  });
}
