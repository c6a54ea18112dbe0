import { companiesApi } from "#contract/companies.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import { anyAdmin, companyAdmin, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { findCompany } from "./companies.queries.ts";
import { changeBranding, changeProfile } from "./changeCompany.ts";
import { changeDomain, checkDomainNow, domainCheckLimit } from "./changeDomain.ts";
import { removeLogo, saveLogo } from "./changeLogo.ts";
import { readCompanySettings } from "./managedCompany.ts";
import { portalAddressLimit, readPortalAddress } from "./readPortalAddress.ts";
import { presentCompany, presentOwnCompany } from "#server/platform/access/presentCompany.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";

export const companiesRoutes = [
  route(
    companiesApi.get,
    portalVisitor,
    async ({ database, tenantId, viewer, params: { companyId }, notFound }) => {
      const mayRead = companyId === tenantId || viewer?.role === "super_admin";
      const company = mayRead
        ? await database.tenant(companyId).first(findCompany, { companyId })
        : undefined;
      if (!company) throw notFound();
      return isAdminOf(viewer, companyId) ? presentOwnCompany(company) : presentCompany(company);
    },
  ),
  route(companySettingsApi.portalAddress, companyAdmin, readPortalAddress, portalAddressLimit),
  route(companySettingsApi.settings, anyAdmin, readCompanySettings),
  route(companySettingsApi.update, anyAdmin, changeProfile),
  route(companySettingsApi.updateBranding, anyAdmin, changeBranding),
  route(companySettingsApi.updateDomain, anyAdmin, changeDomain),
  route(companySettingsApi.checkDomain, anyAdmin, checkDomainNow, domainCheckLimit),
  route(companySettingsApi.uploadLogo, anyAdmin, saveLogo),
  route(companySettingsApi.removeLogo, anyAdmin, removeLogo),
];
