import type { CompanySettings } from "#contract/companySettings.ts";
import { companiesApi } from "#contract/companies.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import type { AcmeData } from "./acmeServer.ts";
import { acmeData, acmeServer } from "./acmeServer.ts";
import { acmeSettings, anAdmin } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** The data of Acme's host with its company settings. */
export interface SettingsData extends AcmeData {
  settings: CompanySettings;
}

/** Returns data for Acme's admin, with the given overrides. */
export function settingsData(data: Partial<SettingsData> = {}): SettingsData {
  return { ...acmeData({ user: anAdmin() }), settings: acmeSettings(), ...data };
}

/**
 * Creates a scripted host of Acme that can also save the company settings. A saved change is also
 * made in the portal data, which the header shows once the page has fetched it.
 */
export function settingsServer(data: SettingsData): ScriptedServer {
  const save = (changes: Partial<CompanySettings>) => {
    Object.assign(data.settings, changes);
    data.portal = {
      ...data.portal,
      company: data.portal.company && { ...data.portal.company, ...publicPart(data) },
    };
    return data.settings;
  };
  return acmeServer(data)
    .respond(companySettingsApi.settings, () => data.settings)
    .respond(companiesApi.get, () => publicPart(data))
    .respond(companySettingsApi.update, ({ body }) => save(body))
    .respond(companySettingsApi.updateBranding, ({ body }) => save(body))
    .respond(companySettingsApi.updateDomain, ({ body: { customDomain } }) => {
      const state = customDomain === null ? "none" : "pending";
      return save({ domain: { ...data.settings.domain, customDomain, state } });
    })
    .respond(companySettingsApi.uploadLogo, ({ query, body }) => {
      const logoUrl = `/logos/${body.filename}`;
      save(query.mode === "dark" ? { darkLogoUrl: logoUrl } : { logoUrl });
      return { logoUrl };
    })
    .respond(companySettingsApi.removeLogo, ({ query }) => {
      save({ darkLogoUrl: null, ...(query.mode === undefined && { logoUrl: null }) });
    });
}

/** Returns the fields of the company's public profile. */
function publicPart({ settings }: SettingsData) {
  const { allowCustomerSignUp: _, domain: __, ...company } = settings;
  return company;
}
