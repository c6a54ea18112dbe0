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
  darkLogoFileId: string | null;
  subdomain: string | null;
  customDomain: string | null;
  customDomainVerifiedAt: string | null;
  brandingSettings: Partial<BrandingSettings>;
}

/**
 * Returns a company as every visitor of its host may see it. Default colours are filled in. A
 * custom domain is included only if the domain is verified.
 */
export function presentCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    website: row.website,
    logoUrl: row.logoFileId && `/logos/${String(row.id)}/${row.logoFileId}`,
    darkLogoUrl: row.darkLogoFileId && `/logos/${String(row.id)}/${row.darkLogoFileId}`,
    subdomain: row.subdomain,
    customDomain: row.customDomainVerifiedAt && row.customDomain,
    brandingSettings: { ...DEFAULT_BRANDING, ...row.brandingSettings },
  };
}

/**
 * Returns a company as its admins may see it, including a custom domain that is not yet verified.
 */
export function presentOwnCompany(row: CompanyRow): Company {
  return { ...presentCompany(row), customDomain: row.customDomain };
}
