import type { LandingPageContent } from "#contract/landingPage.ts";
import { statement } from "#server/db/statement.ts";

/** Nothing until a super admin has written something of his own. */
export const findLandingPage = statement<Record<never, never>, LandingPageContent>("find_landing_page", (q) =>
  q.selectFrom("landingPage").selectAll().compile(),
);
