import { listPageRows } from "./pageRows.mjs";

const visitorPages = listPageRows()
  .filter(({ page, access }) => access === "portalVisitors" || page === "LandingPage")
  .map(({ page }) => page.replace(/Page$/, ""));

/** Pages with size budgets. `Roadmap` stands for web/pages/RoadmapPage.tsx. */
export const PUBLIC_PAGES = [...new Set(visitorPages)];
