import { siteSettingsApi } from "#contract/siteSettings.ts";
import { anyone, superAdmin } from "#server/http/guards.ts";
import { route } from "#server/http/route.ts";
import { changeSiteBranding, changeSiteSettings } from "./changeSiteSettings.ts";

export const siteSettingsRoutes = [
  route(siteSettingsApi.get, anyone, async ({ site }) => site),
  route(siteSettingsApi.update, superAdmin, changeSiteSettings),
  route(siteSettingsApi.updateBranding, superAdmin, changeSiteBranding),
];
