import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { Company, exampleCompany } from "./companies.ts";
import { endpoint } from "./endpoint.ts";
import { ShownSiteSettings, exampleSite } from "./siteSettings.ts";

/** The data about the request's host that every page needs for rendering. */
export const Portal = z.object({
  /** The host's company; null on the product host and on preview hosts. */
  company: z.nullable(Company),
  /**
   * The id of the company whose boards are shown: the host's company, otherwise the signed-in
   * user's company. Null if neither exists.
   */
  tenantId: z.nullable(z.number()),
  site: ShownSiteSettings,
  /** Whether /register accepts new accounts on this host. */
  registrationOpen: z.boolean(),
  /** Whether a mail server is configured. Otherwise mails are only written to the log. */
  sendsMail: z.boolean(),
  /** The product's domain, shown after the subdomain field of /register. */
  baseDomain: z.string(),
  /**
   * The subdomain of the demo portal, for signed-out visitors of the product host; null if there is
   * no demo data.
   */
  demoSubdomain: z.nullable(z.string()),
  /** The 'Powered by' link. The link leads to `baseDomain` if `url` is null. */
  provider: z.object({ name: z.string(), url: z.nullable(z.string()) }),
});
export type Portal = z.output<typeof Portal>;

export const portalApi = {
  get: endpoint({
    operationId: "readPortal",
    method: "GET",
    path: "/api/portal",
    scope: "any",
    summary: "The portal of this host: company, site settings, and whether registration is open.",
    response: Portal,
    status: 200,
  }),
} as const;

export const portalExamples: ExamplesOf<typeof portalApi> = {
  readPortal: {
    response: {
      company: exampleCompany,
      tenantId: exampleCompany.id,
      site: exampleSite,
      registrationOpen: true,
      sendsMail: true,
      baseDomain: "hearback.example",
      demoSubdomain: null,
      provider: { name: "Hearback", url: "https://hearback.example" },
    },
  },
};
