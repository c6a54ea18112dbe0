import type { AdminCompany } from "#contract/adminCompanies.ts";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import type { AdminUser } from "#contract/adminUsers.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import type { AuditEntry } from "#contract/auditLog.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import type { Announcement, Faq } from "#contract/content.ts";
import { contentApi } from "#contract/content.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { landingPageApi } from "#contract/landingPage.ts";
import type { SiteSettings } from "#contract/siteSettings.ts";
import { signInProvidersApi } from "#contract/signInProviders.ts";
import { SIGN_IN_PROVIDERS } from "#contract/signOn.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import type { AcmeData } from "./acmeServer.ts";
import { acmeData, acmeServer } from "./acmeServer.ts";
import { includes, pageFrom } from "./lists.ts";
import { aSuperAdmin, portalOf } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** The data of the scripted admin console. */
export interface ConsoleData extends AcmeData {
  site: SiteSettings;
  signInProviders: ResponseOf<typeof signInProvidersApi.list>;
  landingPage: LandingPageContent;
  companies: AdminCompany[];
  users: AdminUser[];
  auditEntries: AuditEntry[];
  faqs: Faq[];
  announcements: Announcement[];
}

/**
 * Returns the data that a super admin sees on the product's own host, which is no company's host.
 * The fields of `data` replace the defaults.
 */
export function consoleData(data: Partial<ConsoleData> = {}): ConsoleData {
  const portal = portalOf(null);
  return {
    ...acmeData({ user: aSuperAdmin(), portal, boards: [] }),
    site: { ...portal.site, requireAdminMfa: false, deploymentCount: 3 },
    signInProviders: {
      callbackUrl: "http://localhost/auth/provider/callback",
      providers: SIGN_IN_PROVIDERS.map((provider) => {
        return { provider, clientId: "", hasSecret: false, tenant: null, isOn: false };
      }),
    },
    landingPage: {
      title: "Hear what customers want",
      subtitle: "One place for feedback",
      heroText: "Collect it, order it, answer it.",
      featureTitle1: "Boards",
      featureTitle2: "Votes",
      featureTitle3: "Roadmap",
      featureDescription1: "One for each product.",
      featureDescription2: "One for each person.",
      featureDescription3: "For everyone to see.",
      ctaText: "Get Started Free",
    },
    companies: [],
    users: [],
    auditEntries: [],
    faqs: [],
    announcements: [],
    ...data,
  };
}

/**
 * Creates a scripted product host with the lists of the admin console, and with calls that save the
 * general settings and the landing page. Tests must script all other calls.
 */
export function consoleServer(data: ConsoleData): ScriptedServer {
  return acmeServer(data)
    .respond(adminCompaniesApi.list, ({ query }) =>
      pageFrom(
        data.companies.filter(({ name }) => includes(name, query.search)),
        query,
      ),
    )
    .respond(adminCompaniesApi.named, ({ query }) =>
      data.companies
        .filter(({ name }) => includes(name, query.name))
        .map(({ id, name, subdomain, createdAt }) => {
          return { id, name, subdomain, createdAt, admins: ["ada@example.com"], adminsCount: 1 };
        }),
    )
    .respond(adminUsersApi.list, ({ query }) =>
      pageFrom(
        data.users.filter(
          ({ username, role, companyId }) =>
            includes(username, query.search) &&
            (query.role === undefined || role === query.role) &&
            (query.companyId === undefined || companyId === query.companyId),
        ),
        query,
      ),
    )
    .respond(auditLogApi.list, ({ query: { companyId, search, ...query } }) =>
      pageFrom(
        data.auditEntries.filter(
          (entry) =>
            includes(entry.subject, search) &&
            (companyId === undefined || entry.companyId === companyId),
        ),
        query,
      ),
    )
    .respond(siteSettingsApi.get, () => data.site)
    .respond(siteSettingsApi.update, ({ body }) => {
      Object.assign(data.site, body);
      Object.assign(data.portal.site, body);
      return data.site;
    })
    .respond(signInProvidersApi.list, () => data.signInProviders)
    .respond(contentApi.faqs, () => data.faqs)
    .respond(contentApi.announcements, () => data.announcements)
    .respond(landingPageApi.get, () => data.landingPage)
    .respond(landingPageApi.update, ({ body }) => Object.assign(data.landingPage, body));
}
