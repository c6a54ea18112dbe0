import { portalApi } from "#contract/portal.ts";
import { isRegistrationOpen } from "#server/platform/access/registration.policy.ts";
import { anyone } from "#server/platform/access/guards.ts";
import { shownSite } from "#server/platform/access/presentSite.ts";
import { route } from "#server/platform/routing/route.ts";
import { findDemoPortal } from "./demoPortal.queries.ts";

export const portalRoutes = [
  route(portalApi.get, anyone, async (context) => {
    const { baseDomain, provider, smtpUrl } = context.config;
    const isProductVisitor = context.hostCompany === null && context.viewer === null;
    const demo = isProductVisitor ? await context.database.system.first(findDemoPortal, {}) : null;
    return {
      company: context.hostCompany,
      tenantId: context.tenantId,
      site: shownSite(context.site, context.viewer),
      registrationOpen: isRegistrationOpen(context),
      sendsMail: smtpUrl !== undefined,
      baseDomain,
      demoSubdomain: demo?.subdomain ?? null,
      provider: { name: provider.name, url: provider.url ?? null },
    };
  }),
];
