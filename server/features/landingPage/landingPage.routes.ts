import { landingPageApi } from "#contract/landingPage.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import { anyone, superAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { DEFAULT_LANDING_PAGE } from "./defaultLandingPage.ts";
import { findLandingPage, saveLandingPage } from "./landingPage.queries.ts";

export const landingPageRoutes = [
  route(landingPageApi.get, anyone, async ({ database }) => {
    return (await database.system.first(findLandingPage, {})) ?? DEFAULT_LANDING_PAGE;
  }),
  route(landingPageApi.update, superAdmin, async (context) => {
    await context.database.system.transaction(async (db) => {
      const before = (await db.first(findLandingPage, {})) ?? DEFAULT_LANDING_PAGE;
      await db.all(saveLandingPage, context.body);
      await recordSiteAudit(db, context, {
        action: "landing-page.update",
        subject: context.body.title,
        details: changesOf(before, context.body),
      });
    });
    return context.body;
  }),
];
