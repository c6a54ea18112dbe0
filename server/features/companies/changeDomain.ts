import type { companySettingsApi, CompanySettings } from "#contract/companySettings.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { changeSettings } from "./changeCompany.ts";
import { managedCompanyDb, readCompanySettings, requireCompany } from "./managedCompany.ts";
import { matchHost } from "#server/platform/http/hosts.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { checkDomain } from "./checkDomain.ts";
import { claimDomain } from "./domains.queries.ts";

/** Maximum number of milliseconds that a user waits for name servers. */
const TIMEOUT_MS = 1_500;

const CHECKS: Limit = { name: "domain-check", attempts: 20, windowSeconds: 10 * 60 };

export const domainCheckLimit = byAccount(CHECKS);

/**
 * Claims a domain, or removes the claim. A claim is pending until its DNS record is found. The
 * product's own names cannot be claimed.
 */
export function changeDomain(
  context: Handled<typeof companySettingsApi.updateDomain, SignedInContext>,
): Promise<CompanySettings> {
  const { customDomain } = context.body;
  if (customDomain !== null && matchHost(customDomain, context.config).kind !== "domain") {
    throw invalid({ customDomain: ["Please enter a domain of your own"] });
  }
  return changeSettings(
    context,
    { action: "company.domain", changesFrom: (before) => changesOf(before, { customDomain }) },
    (db) => db.all(claimDomain, { companyId: db.companyId, customDomain }),
  );
}

/** Looks up the DNS record of the claimed domain while the user waits. */
export async function checkDomainNow(
  context: Handled<typeof companySettingsApi.checkDomain, SignedInContext>,
): Promise<CompanySettings> {
  const db = managedCompanyDb(context);
  const company = await requireCompany(db, context);
  if (company.customDomain === null) throw invalid({ customDomain: ["Save a domain first"] });
  const { customDomain, subdomain } = company;
  await checkDomain(db, { companyId: db.companyId, customDomain, subdomain }, context.config, {
    timeoutMs: TIMEOUT_MS,
  });
  return readCompanySettings(context);
}
