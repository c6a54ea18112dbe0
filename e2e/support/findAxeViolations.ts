import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules that other colours can break; everything else about a page is the same in light and dark. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on the page as it is, in light and in dark: every rule in light, the rules about colour again in dark. Each
 * finding is one line with the rule and the element.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await analyze(page, (builder) => builder);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await analyze(page, (builder) => builder.withRules(COLOR_RULES));
  return [...light.map((line) => `light ${line}`), ...dark.map((line) => `dark ${line}`)];
}

/** The same but for colours, which are the slowest to look at, for a page that was looked at in another width. */
export async function findShapeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  return analyze(page, (builder) => builder.disableRules(COLOR_RULES));
}

async function analyze(page: Page, choose: (builder: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Legacy mode: no frames of other origins, so no second page is needed.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await choose(builder).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`),
  );
}
