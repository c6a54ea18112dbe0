import type { SiteSettings } from "#contract/siteSettings.ts";

interface RegistrationPlace {
  /** The company of the host; null on the product's own host. */
  hostCompany: { allowCustomerSignUp: boolean } | null;
  site: Pick<SiteSettings, "allowPublicRegistration">;
}

/**
 * Whether a host accepts registrations. A company's host registers customers, and the product's own
 * host registers companies.
 */
export function isRegistrationOpen({ hostCompany, site }: RegistrationPlace): boolean {
  return hostCompany ? hostCompany.allowCustomerSignUp : site.allowPublicRegistration;
}
