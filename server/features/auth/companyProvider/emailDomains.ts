import { randomBytes } from "node:crypto";
import type { CompanySignOn, companySignOnApi } from "#contract/companySignOn.ts";
import { EMAIL_DOMAIN_LIMIT, TOO_MANY_DOMAINS } from "#contract/companySignOn.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db, SystemDb } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { eachConcurrently } from "#server/platform/jobs/eachConcurrently.ts";
import type { LookUpOptions } from "#server/platform/net/askNameServers.ts";
import { askNameServers } from "#server/platform/net/askNameServers.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import {
  deleteEmailDomain,
  findEmailDomain,
  insertEmailDomain,
  listDomainsToCheck,
  listEmailDomains,
  saveDomainCheck,
} from "./emailDomains.queries.ts";
import { readCompanySignOn, recordOf } from "./readCompanySignOn.ts";

/** Maximum number of milliseconds that an admin waits for name servers. */
const CHECK_NOW_MS = 1_500;

/** Timeout of a look-up for which nobody waits, in milliseconds. */
const RECHECK_MS = 10_000;

export const emailDomainCheckLimit = byAccount({
  name: "email-domain-check",
  attempts: 40,
  windowSeconds: 10 * 60,
});

/** Adds a domain, and tells which record proves it. */
export async function addEmailDomain(
  context: Handled<typeof companySignOnApi.addDomain, TenantUserContext>,
): Promise<CompanySignOn> {
  const { db, body } = context;
  const { companyId } = db;
  const { domain } = body;
  await db.transaction(async (transaction) => {
    await transaction.all(lockCompany, { companyId });
    const known = await transaction.all(listEmailDomains, { companyId });
    if (known.some((each) => each.domain === domain)) return;
    if (known.length >= EMAIL_DOMAIN_LIMIT) throw conflict(TOO_MANY_DOMAINS);
    const token = randomBytes(16).toString("hex");
    await transaction.all(insertEmailDomain, { companyId, domain, token });
    const entry = { action: "email-domain.create", subject: domain };
    await recordAudit(transaction, context, companyId, entry);
  });
  return readCompanySignOn(context);
}

/** Looks the record up while the admin waits. */
export async function checkEmailDomain(
  context: Handled<typeof companySignOnApi.checkDomain, TenantUserContext>,
): Promise<CompanySignOn> {
  const { db, params, config } = context;
  const { companyId } = db;
  const found = await db.first(findEmailDomain, { companyId, ...params });
  if (!found) throw context.notFound();
  await check(db, { companyId, ...found }, config, { timeoutMs: CHECK_NOW_MS });
  return readCompanySignOn(context);
}

export async function removeEmailDomain(
  context: Handled<typeof companySignOnApi.removeDomain, TenantUserContext>,
): Promise<void> {
  const { db, params } = context;
  const { companyId } = db;
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteEmailDomain, { companyId, ...params });
    if (!deleted) throw context.notFound();
    const entry = { action: "email-domain.delete", subject: deleted.domain };
    await recordAudit(transaction, context, companyId, entry);
  });
}

/** Checks every domain, the least recently checked first. A job calls this once a day. */
export async function recheckEmailDomains(
  db: SystemDb,
  config: Pick<Config, "dnsServers">,
  signal: AbortSignal,
): Promise<void> {
  await eachConcurrently(await db.all(listDomainsToCheck, {}), signal, (claimed, stop) =>
    check(db, claimed, config, { timeoutMs: RECHECK_MS, signal: stop }),
  );
}

async function check(
  db: Db,
  claimed: { companyId: number; domain: string; token: string },
  { dnsServers: servers }: Pick<Config, "dnsServers">,
  options: Pick<LookUpOptions, "timeoutMs" | "signal">,
): Promise<void> {
  const { companyId, domain } = claimed;
  const { name, value } = recordOf(claimed);
  const found = await askNameServers({ ...options, servers }, async (resolver) => {
    const records = await resolver.resolveTxt(name);
    return records.some((parts) => parts.join("").trim() === value) ? "proved" : "other";
  });
  const problem = {
    proved: null,
    other: `The TXT record of ${name} has another value.`,
    "no-record": `There is no TXT record for ${name} yet.`,
    "no-answer": "The name servers of this domain did not answer.",
  }[found];
  await db.all(saveDomainCheck, { companyId, domain, problem });
}
