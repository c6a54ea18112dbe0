import { portalApi } from "#contract/portal.ts";
import { isRegistrationOpen } from "#server/platform/access/registration.policy.ts";
import { anyone } from "#server/platform/access/guards.ts";
import { shownSite } from "#server/platform/access/presentSite.ts";
import { route } from "#server/platform/routing/route.ts";

export const portalRoutes = [
  route(portalApi.get, anyone, async (context) => {
    const { baseDomain, provider } = context.config;
    return {
      company: context.hostCompany,
      tenantId: context.tenantId,
      site: shownSite(context.site, context.viewer),
      registrationOpen: isRegistrationOpen(context),
      baseDomain,
      provider: { name: provider.name, url: provider.url ?? null },
    };
  }),
];
