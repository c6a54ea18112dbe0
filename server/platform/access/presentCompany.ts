import type { BrandingSettings } from "#contract/branding.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { Company } from "#contract/companies.ts";

/** Columns of a company as the database returns them. */
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

/**
 * A company as every visitor of its host may see it: with complete colours, and with a custom
 * domain only if it is verified.
 */
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

/** A company as its admins may see it: with the stored custom domain, verified or pending. */
export function presentOwnCompany(row: CompanyRow): Company {
  return { ...presentCompany(row), customDomain: row.customDomain };
}
