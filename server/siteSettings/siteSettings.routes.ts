import { siteSettingsApi } from "#contract/siteSettings.ts";
import { anyone } from "#server/http/guards.ts";
import { route } from "#server/http/route.ts";

export const siteSettingsRoutes = [route(siteSettingsApi.get, anyone, async ({ site }) => site)];
