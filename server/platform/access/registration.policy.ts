import type { SiteSettings } from "#contract/siteSettings.ts";

interface RegistrationPlace {
  /** null on the product's own host. */
  hostCompany: { allowCustomerSignUp: boolean } | null;
  site: Pick<SiteSettings, "allowPublicRegistration">;
}

/**
 * Whether a host accepts registrations: of customers on a company's host, of companies on the
 * product's own host.
 */
export function isRegistrationOpen({ hostCompany, site }: RegistrationPlace): boolean {
  return hostCompany ? hostCompany.allowCustomerSignUp : site.allowPublicRegistration;
}
