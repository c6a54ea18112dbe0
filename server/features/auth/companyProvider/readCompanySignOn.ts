import type { CompanySignOn, EmailDomain } from "#contract/companySignOn.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { openSecret } from "#server/platform/secrets/sealSecret.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import type { EmailDomainRow } from "./emailDomains.queries.ts";
import { listEmailDomains } from "./emailDomains.queries.ts";
import { CALLBACK_PATH } from "./hostOrigin.ts";
import type { ProviderRow } from "./signOn.queries.ts";
import { findEmergencyAdmin, findProvider } from "./signOn.queries.ts";

/** Returns the settings of the company's provider, without the secret. */
export async function readCompanySignOn(context: TenantUserContext): Promise<CompanySignOn> {
  const { db } = context;
  const { companyId } = db;
  const row = await db.first(findProvider, { companyId });
  const origins = await portalOrigins(context);
  const domains = await db.all(listEmailDomains, { companyId });
  return {
    provider: row ? await presentProvider(context, row) : null,
    callbackUrls: origins.map((origin) => origin + CALLBACK_PATH),
    signedOutUrls: origins.map((origin) => `${origin}/`),
    domains: domains.map(presentDomain),
  };
}

async function presentProvider(
  { database, config }: TenantUserContext,
  { clientSecret, emergencyAdminId, companyId, ...row }: ProviderRow,
): Promise<NonNullable<CompanySignOn["provider"]>> {
  const emergencyAdmin =
    emergencyAdminId === null
      ? undefined
      : await database.system.first(findEmergencyAdmin, { companyId, userId: emergencyAdminId });
  return {
    ...row,
    hasSecret: openSecret(config, clientSecret) !== null,
    emergencyAdmin: emergencyAdmin ?? null,
  };
}

/** Returns the origins of the company's portal: its subdomain, and its verified custom domain. */
async function portalOrigins({ db, origin, config }: TenantUserContext): Promise<string[]> {
  const company = await db.first(findCompany, { companyId: db.companyId });
  const hosts = [
    company?.subdomain ? `${company.subdomain}.${config.baseDomain}` : null,
    company?.customDomainVerifiedAt ? company.customDomain : null,
  ].filter((host) => host !== null);
  return hosts.map((host) => {
    const url = new URL(origin);
    url.hostname = host;
    return url.origin;
  });
}

/** The TXT record that proves a domain. */
export const recordOf = ({ domain, token }: Pick<EmailDomainRow, "domain" | "token">) => ({
  name: `_hearback.${domain}`,
  value: `hearback-domain=${token}`,
});

function presentDomain(row: EmailDomainRow): EmailDomain {
  const { domain, verifiedAt, checkedAt, failingSince, problem } = row;
  const isProved = verifiedAt !== null;
  const state = failingSince !== null ? "failing" : isProved ? "verified" : "pending";
  return { domain, state, record: recordOf(row), verifiedAt, checkedAt, problem };
}
