import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { BrandingChange, UploadedLogo } from "./branding.ts";
import { Company, COMPANY_NOT_FOUND, companyId, exampleCompany } from "./companies.ts";
import { endpoint } from "./endpoint.ts";
import { ROADMAP_ORDERS } from "./feedbackFilters.ts";
import { companyName, customDomain, optionalText, timestamp, website } from "./fields.ts";
import { ModerationLevel } from "./moderation.ts";
import { isTimeZone, UNKNOWN_TIME_ZONE } from "./notificationSettings.ts";

export const DOMAIN_STATES = ["none", "pending", "verified", "failing"] as const;

/**
 * A company's custom domain as the company's admins see it (docs/product-decisions.md
 * "Hosts, tenants, viewers").
 */
export const CompanyDomain = z.object({
  customDomain: z.nullable(z.string()),
  /**
   * `failing` means that the domain was verified before but the last check failed. After seven
   * days, a failing domain is switched off.
   */
  state: z.enum(DOMAIN_STATES),
  verifiedAt: z.nullable(timestamp),
  checkedAt: z.nullable(timestamp),
  failingSince: z.nullable(timestamp),
  /** Why the last check failed, as a text for users. */
  problem: z.nullable(z.string()),
  /**
   * Required target of the CNAME record: the host name of the portal, such as
   * `acme.hearback.example`. Null for a company without a subdomain.
   */
  cnameTarget: z.nullable(z.string()),
});
export type CompanyDomain = z.output<typeof CompanyDomain>;

const roadmapOrder = z.enum(ROADMAP_ORDERS, "roadmapOrder must be votes or manual");

/** A company's settings, which its admins can read and change. */
export const CompanySettings = z.extend(Company, {
  allowCustomerSignUp: z.boolean(),
  moderation: ModerationLevel,
  /** The time zone in which changelog entries are scheduled. */
  timeZone: z.string(),
  roadmapOrder,
  domain: CompanyDomain,
});
export type CompanySettings = z.output<typeof CompanySettings>;

/**
 * The body of PATCH /api/company/{companyId}. Omitted fields stay unchanged; null or "" clears a
 * text.
 */
export const CompanyProfile = z.object({
  name: z.optional(companyName),
  description: z.optional(optionalText("Description", 2000)),
  website: z.optional(website),
  allowCustomerSignUp: z.optional(z.boolean()),
  moderation: z.optional(ModerationLevel),
  timeZone: z.optional(z.string(UNKNOWN_TIME_ZONE).check(z.refine(isTimeZone, UNKNOWN_TIME_ZONE))),
  roadmapOrder: z.optional(roadmapOrder),
});

/**
 * Maximum size of a logo in bytes (docs/specification.md "9. Business constants and limits"). The
 * installation's `maxUploadSize` can be lower than this.
 */
export const LOGO_MAX_BYTES = 5 * 1024 * 1024;

/** The body of PATCH /api/company/{companyId}/domain. */
export const DomainChange = z.object({ customDomain });

/** The address of a company's portal. */
export const PortalAddress = z.object({
  /** Such as `acme.hearback.example`; null for a company without a subdomain. */
  host: z.nullable(z.string()),
  /** Whether name servers know the host, so that browsers can open it. */
  isReachable: z.boolean(),
});
export type PortalAddress = z.output<typeof PortalAddress>;

/** The endpoints with which admins read and change their company's settings. */
/** Which logo a call is about: without `mode` the logo, with `dark` the logo for dark pages. */
const logoQuery = z.object({ mode: z.optional(z.literal("dark", "mode must be dark or absent")) });

export const companySettingsApi = {
  portalAddress: endpoint({
    operationId: "readPortalAddress",
    method: "GET",
    path: "/api/company/portal-address",
    summary: "The host of the company's portal, and whether name servers know it.",
    response: PortalAddress,
    status: 200,
  }),
  settings: endpoint({
    operationId: "readCompanySettings",
    method: "GET",
    path: "/api/company/:companyId/settings",
    scope: "company:write",
    summary: "The company's settings, for its admins.",
    params: companyId,
    response: CompanySettings,
    status: 200,
    notFound: COMPANY_NOT_FOUND,
  }),
  update: endpoint({
    operationId: "changeProfile",
    method: "PATCH",
    path: "/api/company/:companyId",
    scope: "company:write",
    summary:
      "Changes name, description, website, whether customers may sign up, whose posts wait for approval, how the roadmap is ordered, and the time zone. Omitted fields stay unchanged.",
    params: companyId,
    body: CompanyProfile,
    response: CompanySettings,
    status: 200,
    notFound: COMPANY_NOT_FOUND,
  }),
  updateBranding: endpoint({
    operationId: "changeBranding",
    method: "PATCH",
    path: "/api/company/:companyId/branding",
    scope: "company:write",
    summary: "Changes the six colours.",
    params: companyId,
    body: BrandingChange,
    response: CompanySettings,
    status: 200,
    notFound: COMPANY_NOT_FOUND,
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
    notFound: COMPANY_NOT_FOUND,
  }),
  checkDomain: endpoint({
    operationId: "checkDomainNow",
    method: "POST",
    path: "/api/company/:companyId/domain/check",
    summary: "Checks the custom domain's CNAME record now.",
    params: companyId,
    response: CompanySettings,
    status: 200,
    notFound: COMPANY_NOT_FOUND,
  }),
  uploadLogo: endpoint({
    operationId: "saveLogo",
    method: "POST",
    path: "/api/company/:companyId/logo",
    scope: "company:write",
    summary:
      "Replaces the logo, or with mode=dark the logo for dark pages: PNG, JPG or SVG in the multipart field 'logo'.",
    params: companyId,
    query: logoQuery,
    upload: "logo",
    response: UploadedLogo,
    status: 200,
    notFound: COMPANY_NOT_FOUND,
    errors: { 409: ["Upload a logo first"] },
  }),
  removeLogo: endpoint({
    operationId: "removeLogo",
    method: "DELETE",
    path: "/api/company/:companyId/logo",
    scope: "company:write",
    summary:
      "Removes the logo with the logo for dark pages, or with mode=dark only the latter. Does nothing if there is none.",
    params: companyId,
    query: logoQuery,
    response: z.undefined(),
    status: 204,
    notFound: COMPANY_NOT_FOUND,
  }),
} as const;

const exampleSettings: CompanySettings = {
  ...exampleCompany,
  allowCustomerSignUp: true,
  moderation: "off",
  timeZone: "Europe/Berlin",
  roadmapOrder: "votes",
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

const exampleParams = { companyId: exampleCompany.id };

export const companySettingsExamples: ExamplesOf<typeof companySettingsApi> = {
  readPortalAddress: { response: { host: "acme.hearback.example", isReachable: true } },
  readCompanySettings: { params: exampleParams, response: exampleSettings },
  changeProfile: {
    params: exampleParams,
    body: { name: "Acme", allowCustomerSignUp: true },
    response: exampleSettings,
  },
  changeBranding: {
    params: exampleParams,
    body: { brandingSettings: exampleCompany.brandingSettings },
    response: exampleSettings,
  },
  changeDomain: {
    params: exampleParams,
    body: { customDomain: "feedback.acme.example" },
    response: exampleSettings,
  },
  checkDomainNow: { params: exampleParams, response: exampleSettings },
  saveLogo: {
    params: exampleParams,
    response: { logoUrl: "/logos/1/5f2c6d0e-6f0b-4d0b-9d53-0b7f6e1f0a11" },
  },
  removeLogo: { params: exampleParams },
};
