import { DEFAULT_BRANDING } from "../branding.ts";
import type { companiesApi, Company } from "../companies.ts";
import type { companySettingsApi, CompanySettings } from "../companySettings.ts";
import type { ExamplesOf } from "./example.ts";

const { authBackgroundColor: _, ...brandingSettings } = DEFAULT_BRANDING;

export const company: Company = {
  id: 1,
  name: "Acme",
  description: "Project planning for small teams",
  website: "https://acme.example",
  logoUrl: "/logos/1/5f2c6d0e-6f0b-4d0b-9d53-0b7f6e1f0a11",
  subdomain: "acme",
  customDomain: "feedback.acme.example",
  brandingSettings,
};

const settings: CompanySettings = {
  ...company,
  allowCustomerSignUp: true,
  moderation: "off",
  domain: {
    customDomain: "feedback.acme.example",
    state: "verified",
    verifiedAt: "2026-04-01T12:00:00.000Z",
    checkedAt: "2026-05-06T03:00:00.000Z",
    failingSince: null,
    problem: null,
    cnameTarget: "acme.hearback.example",
  },
};

const params = { companyId: company.id };

export const companiesExamples: ExamplesOf<typeof companiesApi> &
  ExamplesOf<typeof companySettingsApi> = {
  readCompany: { params, response: company },
  readCompanySettings: { params, response: settings },
  changeProfile: { params, body: { name: "Acme", allowCustomerSignUp: true }, response: settings },
  changeBranding: { params, body: { brandingSettings }, response: settings },
  changeDomain: { params, body: { customDomain: "feedback.acme.example" }, response: settings },
  checkDomainNow: { params, response: settings },
  saveLogo: { params, response: { logoUrl: "/logos/1/5f2c6d0e-6f0b-4d0b-9d53-0b7f6e1f0a11" } },
  removeLogo: { params },
};
