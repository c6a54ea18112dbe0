import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { BrandingSettings, DEFAULT_BRANDING } from "./branding.ts";
import { endpoint } from "./endpoint.ts";
import { idParam } from "./fields.ts";

/** A company's public profile. */
export const Company = z.object({
  id: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  website: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  /** The logo for dark pages; null if `logoUrl` is shown on them as well. */
  darkLogoUrl: z.nullable(z.string()),
  subdomain: z.nullable(z.string()),
  /** The custom domain. Only the company's admins receive a domain that is not verified yet. */
  customDomain: z.nullable(z.string()),
  brandingSettings: BrandingSettings,
});
export type Company = z.output<typeof Company>;

/** The path parameter of the calls for one company. */
export const companyId = z.object({ companyId: idParam });

/** Message of the 404 for an unknown company. */
export const COMPANY_NOT_FOUND = "Company not found";

export const companiesApi = {
  get: endpoint({
    operationId: "readCompany",
    method: "GET",
    path: "/api/company/:companyId",
    summary:
      "The company's public profile, logo and colours. Its admins also see a custom domain that is not verified yet.",
    params: companyId,
    response: Company,
    status: 200,
    notFound: COMPANY_NOT_FOUND,
  }),
} as const;

const { authBackgroundColor: _, ...brandingSettings } = DEFAULT_BRANDING;

export const exampleCompany: Company = {
  id: 1,
  name: "Acme",
  description: "Project planning for small teams",
  website: "https://acme.example",
  logoUrl: "/logos/1/5f2c6d0e-6f0b-4d0b-9d53-0b7f6e1f0a11",
  darkLogoUrl: null,
  subdomain: "acme",
  customDomain: "feedback.acme.example",
  brandingSettings,
};

export const companiesExamples: ExamplesOf<typeof companiesApi> = {
  readCompany: { params: { companyId: exampleCompany.id }, response: exampleCompany },
};
