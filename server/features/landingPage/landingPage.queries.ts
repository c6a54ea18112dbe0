import type { LandingPageContent } from "#contract/landingPage.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Returns nothing until a super admin has edited the page. */
export const findLandingPage = statement<Record<never, never>, LandingPageContent>(
  "find_landing_page",
  (q) => q.selectFrom("landingPage").selectAll().compile(),
);

export const saveLandingPage = statement<LandingPageContent, never>("save_landing_page", (q, p) => {
  const content = {
    title: p.title,
    subtitle: p.subtitle,
    heroText: p.heroText,
    featureTitle1: p.featureTitle1,
    featureTitle2: p.featureTitle2,
    featureTitle3: p.featureTitle3,
    featureDescription1: p.featureDescription1,
    featureDescription2: p.featureDescription2,
    featureDescription3: p.featureDescription3,
    ctaText: p.ctaText,
  };
  return q
    .insertInto("landingPage")
    .values(content)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(content))
    .$castTo<never>()
    .compile();
});
