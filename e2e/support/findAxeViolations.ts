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
  const light = await analyze(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await analyze(page, { runOnly: COLOR_RULES });
  return [...light.map((line) => `light ${line}`), ...dark.map((line) => `dark ${line}`)];
}

/** The same but for colours, which are the slowest to look at, for a page that was looked at in another width. */
export async function findShapeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  return analyze(page, { rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) });
}

async function analyze(page: Page, rules: Parameters<AxeBuilder["options"]>[0]): Promise<string[]> {
  // Legacy mode: no frames of other origins, so no second page is needed. Of what passes nobody wants to read.
  const builder = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ ...rules, resultTypes: ["violations"], preload: false });
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`),
  );
}
