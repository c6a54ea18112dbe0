import * as z from "zod/mini";
import { BrandingChange, BrandingSettings, UploadedLogo } from "./branding.ts";
import { endpoint } from "./endpoint.ts";
import { companyName, customDomain, idParam, optionalText, timestamp, website } from "./fields.ts";

/** A company's public profile. */
export const Company = z.object({
  id: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  website: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  subdomain: z.nullable(z.string()),
  /** The company's admins also see a domain that is not verified yet. */
  customDomain: z.nullable(z.string()),
  brandingSettings: BrandingSettings,
});
export type Company = z.output<typeof Company>;

export const DOMAIN_STATES = ["none", "pending", "verified", "failing"] as const;

/** A custom domain for its admins (docs/product-decisions.md "Hosts, tenants, viewers"). */
export const CompanyDomain = z.object({
  customDomain: z.nullable(z.string()),
  /** `failing`: verified before, but the last check failed. Switched off after seven days. */
  state: z.enum(DOMAIN_STATES),
  verifiedAt: z.nullable(timestamp),
  checkedAt: z.nullable(timestamp),
  failingSince: z.nullable(timestamp),
  /** Why the last check failed, as a text for users. */
  problem: z.nullable(z.string()),
  /** Required target of the CNAME record: the company's subdomain. null without a subdomain. */
  cnameTarget: z.nullable(z.string()),
});
export type CompanyDomain = z.output<typeof CompanyDomain>;

/** A company's settings, readable and changeable by its admins. */
export const CompanySettings = z.extend(Company, {
  allowCustomerSignUp: z.boolean(),
  domain: CompanyDomain,
});
export type CompanySettings = z.output<typeof CompanySettings>;

/** PATCH /api/company/{companyId}. Omitted fields stay unchanged; null or "" clears a text. */
export const CompanyProfile = z.object({
  name: z.optional(companyName),
  description: z.optional(optionalText("Description", 2000)),
  website: z.optional(website),
  allowCustomerSignUp: z.optional(z.boolean()),
});

/**
 * Largest logo in bytes (docs/specification.md "9. Business constants and limits"). The
 * installation's `maxUploadSize` may be lower.
 */
export const LOGO_MAX_BYTES = 5 * 1024 * 1024;

const companyId = z.object({ companyId: idParam });
const notFound = "Company not found";

/** PATCH /api/company/{companyId}/domain. */
export const DomainChange = z.object({ customDomain });

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
    notFound,
  }),
  settings: endpoint({
    operationId: "readCompanySettings",
    method: "GET",
    path: "/api/company/:companyId/settings",
    summary: "The company's settings, for its admins.",
    params: companyId,
    response: CompanySettings,
    status: 200,
    notFound,
  }),
  update: endpoint({
    operationId: "changeProfile",
    method: "PATCH",
    path: "/api/company/:companyId",
    summary:
      "Changes name, description, website, and whether customers may sign up. Omitted fields stay unchanged.",
    params: companyId,
    body: CompanyProfile,
    response: CompanySettings,
    status: 200,
    notFound,
  }),
  updateBranding: endpoint({
    operationId: "changeBranding",
    method: "PATCH",
    path: "/api/company/:companyId/branding",
    summary: "Changes the six colours.",
    params: companyId,
    body: BrandingChange,
    response: CompanySettings,
    status: 200,
    notFound,
  }),
  updateDomain: endpoint({
    operationId: "changeDomain",
    method: "PATCH",
    path: "/api/company/:companyId/domain",
    summary:
      "Sets the custom domain, or removes it if empty. It is pending until its CNAME record is found.",
    params: companyId,
    body: DomainChange,
    response: CompanySettings,
    status: 200,
    notFound,
  }),
  checkDomain: endpoint({
    operationId: "checkDomainNow",
    method: "POST",
    path: "/api/company/:companyId/domain/check",
    summary: "Checks the custom domain's CNAME record now.",
    params: companyId,
    response: CompanySettings,
    status: 200,
    notFound,
  }),
  uploadLogo: endpoint({
    operationId: "saveLogo",
    method: "POST",
    path: "/api/company/:companyId/logo",
    summary: "Replaces the logo: PNG, JPG or SVG in the multipart field 'logo'.",
    params: companyId,
    upload: "logo",
    response: UploadedLogo,
    status: 200,
    notFound,
  }),
} as const;
