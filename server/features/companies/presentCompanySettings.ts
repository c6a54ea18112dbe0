import type { CompanyDomain, CompanySettings } from "#contract/companySettings.ts";
import type { CompanySettingsRow } from "./companies.queries.ts";
import { presentOwnCompany } from "#server/platform/access/presentCompany.ts";

/** Returns a company's settings as its admins see them. */
export function presentCompanySettings(
  row: CompanySettingsRow,
  baseDomain: string,
): CompanySettings {
  return {
    ...presentOwnCompany(row),
    allowCustomerSignUp: row.allowCustomerSignUp,
    moderation: row.moderation,
    timeZone: row.timeZone,
    roadmapOrder: row.roadmapOrder,
    domain: {
      customDomain: row.customDomain,
      state: domainState(row),
      verifiedAt: row.customDomainVerifiedAt,
      checkedAt: row.customDomainCheckedAt,
      failingSince: row.customDomainFailingSince,
      problem: row.customDomainProblem,
      cnameTarget: row.subdomain && `${row.subdomain}.${baseDomain}`,
    },
  };
}

function domainState(row: CompanySettingsRow): CompanyDomain["state"] {
  if (row.customDomain === null) return "none";
  if (row.customDomainFailingSince !== null) return "failing";
  return row.customDomainVerifiedAt === null ? "pending" : "verified";
}
