import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { markDomainFailing, markDomainVerified } from "./domains.queries.ts";
import type { LookUpOptions } from "#server/platform/net/askNameServers.ts";
import { lookUpCname } from "./lookUpCname.ts";

interface ClaimedDomain {
  companyId: number;
  customDomain: string;
  subdomain: string | null;
}

/**
 * Looks up the DNS record of a claimed domain and stores the result. A domain that another company
 * has verified stays with that company.
 * @param timeoutMs timeout for name servers, in milliseconds
 * @throws the signal's reason if the signal is aborted; nothing is stored in this case
 */
export async function checkDomain(
  db: Db,
  { companyId, customDomain, subdomain }: ClaimedDomain,
  { baseDomain, dnsServers }: Pick<Config, "baseDomain" | "dnsServers">,
  { timeoutMs, signal }: Pick<LookUpOptions, "timeoutMs" | "signal">,
): Promise<void> {
  const fail = (problem: string) => db.all(markDomainFailing, { companyId, customDomain, problem });
  if (subdomain === null) {
    await fail("The company has no subdomain to point to.");
    return;
  }
  const response = await lookUpCname(customDomain, `${subdomain}.${baseDomain}`, {
    servers: dnsServers,
    timeoutMs,
    signal,
  });
  if (!response.pointsThere) {
    await fail(response.problem);
    return;
  }
  try {
    await db.all(markDomainVerified, { companyId, customDomain });
  } catch (error) {
    if (!isUniqueViolation(error, "company_verified_domain")) throw error;
    await fail("Another portal already uses this domain.");
  }
}
