import * as z from "zod/mini";
import { BrandingSettings } from "./branding.ts";
import { endpoint } from "./endpoint.ts";
import { idParam } from "./fields.ts";

/** What anyone on a company's host may know of it. */
export const Company = z.object({
  id: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  website: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  subdomain: z.nullable(z.string()),
  /** Only once verified. */
  customDomain: z.nullable(z.string()),
  brandingSettings: BrandingSettings,
});
export type Company = z.output<typeof Company>;

export const companiesApi = {
  get: endpoint({
    method: "GET",
    path: "/api/company/:companyId",
    summary: "The company's public profile, logo and colours.",
    params: z.object({ companyId: idParam }),
    response: Company,
    status: 200,
    notFound: "Company not found",
  }),
} as const;
