import { siteSettingsApi } from "#contract/siteSettings.ts";
import { anyone, superAdmin } from "#server/platform/access/guards.ts";
import { shownSite } from "#server/platform/access/presentSite.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  changeSiteBranding,
  changeSiteSettings,
  removeSiteLogo,
  saveSiteLogo,
} from "./changeSiteSettings.ts";

export const siteSettingsRoutes = [
  route(siteSettingsApi.get, anyone, async ({ site, viewer }) => shownSite(site, viewer)),
  route(siteSettingsApi.update, superAdmin, changeSiteSettings),
  route(siteSettingsApi.uploadLogo, superAdmin, saveSiteLogo),
  route(siteSettingsApi.removeLogo, superAdmin, removeSiteLogo),
  route(siteSettingsApi.updateBranding, superAdmin, changeSiteBranding),
];
