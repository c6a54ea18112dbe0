import { portalApi } from "#contract/portal.ts";
import { isRegistrationOpen } from "#server/auth/registration.policy.ts";
import { anyone } from "#server/http/guards.ts";
import { shownSite } from "#server/http/presentSite.ts";
import { route } from "#server/http/route.ts";

export const portalRoutes = [
  route(portalApi.get, anyone, async (context) => ({
    company: context.hostCompany,
    tenantId: context.tenantId,
    site: shownSite(context.site, context.viewer),
    registrationOpen: isRegistrationOpen(context),
    baseDomain: context.config.baseDomain,
    provider: context.config.provider,
  })),
];
