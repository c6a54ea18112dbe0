import * as z from "zod/mini";
import { Company } from "./companies.ts";
import { endpoint } from "./endpoint.ts";
import { ShownSiteSettings } from "./siteSettings.ts";

/** What a page has to know of the host it is served on before it can be drawn. */
export const Portal = z.object({
  /** The company whose host this is; null on the product's own host and on preview hosts. */
  company: z.nullable(Company),
  /** The company whose boards are shown: the host's, else the signed-in user's, else none. */
  tenantId: z.nullable(z.number()),
  site: ShownSiteSettings,
  /** Whether /register takes new accounts on this host. */
  registrationOpen: z.boolean(),
  /** The product's domain, shown behind the subdomain field of /register. */
  baseDomain: z.string(),
  provider: z.object({ name: z.string(), url: z.string() }),
});
export type Portal = z.output<typeof Portal>;

export const portalApi = {
  get: endpoint({
    operationId: "readPortal",
    method: "GET",
    path: "/api/portal",
    summary:
      "The portal this host belongs to: company, site settings, whether registration is open.",
    response: Portal,
    status: 200,
  }),
} as const;
