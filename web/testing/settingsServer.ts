import type { CompanySettings } from "#contract/companies.ts";
import { companiesApi } from "#contract/companies.ts";
import type { AcmeData } from "./acmeServer.ts";
import { acmeData, acmeServer } from "./acmeServer.ts";
import { acmeSettings, anAdmin } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** The data of Acme's host with its settings. */
export interface SettingsData extends AcmeData {
  settings: CompanySettings;
}

/** Data as Acme's admin has them. */
export function settingsData(data: Partial<SettingsData> = {}): SettingsData {
  return { ...acmeData({ user: anAdmin() }), settings: acmeSettings(), ...data };
}

/** The host of Acme with its company settings, where everything can be saved. A saved change is in the header of the next document. */
export function settingsServer(data: SettingsData): ScriptedServer {
  const keep = (changes: Partial<CompanySettings>) => {
    Object.assign(data.settings, changes);
    data.portal = {
      ...data.portal,
      company: data.portal.company && { ...data.portal.company, ...shown(data) },
    };
    return data.settings;
  };
  return acmeServer(data)
    .respond(companiesApi.settings, () => data.settings)
    .respond(companiesApi.get, () => shown(data))
    .respond(companiesApi.update, ({ body }) => keep(body))
    .respond(companiesApi.updateBranding, ({ body }) => keep(body))
    .respond(companiesApi.updateDomain, ({ body: { customDomain } }) => {
      const state = customDomain === null ? "none" : "pending";
      return keep({ domain: { ...data.settings.domain, customDomain, state } });
    })
    .respond(companiesApi.uploadLogo, ({ body }) => {
      const logoUrl = `/logos/${body.filename}`;
      keep({ logoUrl });
      return { logoUrl };
    });
}

/** What everybody may know of the company. */
function shown({ settings }: SettingsData) {
  const { allowCustomerSignUp: _, domain: __, ...company } = settings;
  return company;
}
