import type { BrandingSettings } from "#contract/branding.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { Company } from "#contract/companies.ts";

/** A company as the database has it. */
export interface CompanyRow {
  id: number;
  name: string;
  description: string | null;
  website: string | null;
  logoFileId: string | null;
  subdomain: string | null;
  customDomain: string | null;
  customDomainVerifiedAt: string | null;
  brandingSettings: Partial<BrandingSettings>;
}

/** A company as anyone on its host may know it: colours complete, a custom domain only once verified. */
export function presentCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    website: row.website,
    logoUrl: row.logoFileId && `/logos/${String(row.id)}/${row.logoFileId}`,
    subdomain: row.subdomain,
    customDomain: row.customDomainVerifiedAt && row.customDomain,
    brandingSettings: { ...DEFAULT_BRANDING, ...row.brandingSettings },
  };
}

/** A company as who manages it may know it: the custom domain as it is stored, pending or not. */
export function presentOwnCompany(row: CompanyRow): Company {
  return { ...presentCompany(row), customDomain: row.customDomain };
}
