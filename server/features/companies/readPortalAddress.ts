import { Resolver } from "node:dns/promises";
import type { companySettingsApi, PortalAddress } from "#contract/companySettings.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { findCompany } from "./companies.queries.ts";

/** Maximum number of milliseconds that the admin waits for name servers. */
const TIMEOUT_MS = 1_500;

const LOOK_UPS: Limit = { name: "portal-address", attempts: 30, windowSeconds: 10 * 60 };

export const portalAddressLimit = byAccount(LOOK_UPS);

/** Returns the host of the company's portal, and whether name servers know this host. */
export async function readPortalAddress({
  db,
  config: { baseDomain, dnsServers },
}: Handled<typeof companySettingsApi.portalAddress, TenantUserContext>): Promise<PortalAddress> {
  const company = await db.first(findCompany, { companyId: db.companyId });
  if (!company?.subdomain) return { host: null, isReachable: false };
  const host = `${company.subdomain}.${baseDomain}`;
  return { host, isReachable: await isKnown(host, dnsServers) };
}

async function isKnown(host: string, servers: readonly string[] | undefined): Promise<boolean> {
  // Browsers know these names without a name server (RFC 6761).
  if (host.endsWith(".localhost")) return true;
  const resolver = new Resolver({ timeout: TIMEOUT_MS / 2, tries: 2 });
  if (servers) resolver.setServers(servers);
  const timeout = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  try {
    await Promise.any([resolver.resolve4(host), resolver.resolve6(host)]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timeout);
  }
}
