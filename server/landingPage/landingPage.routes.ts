import { landingPageApi } from "#contract/landingPage.ts";
import { anyone } from "#server/http/guards.ts";
import { route } from "#server/http/route.ts";
import { DEFAULT_LANDING_PAGE } from "./defaultLandingPage.ts";
import { findLandingPage } from "./landingPage.queries.ts";

export const landingPageRoutes = [
  route(landingPageApi.get, anyone, async ({ database }) => {
    return (await database.system.first(findLandingPage, {})) ?? DEFAULT_LANDING_PAGE;
  }),
];
