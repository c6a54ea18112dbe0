import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules that other colours can break; everything else about a page is the same in light and dark. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on the page as it is, in light and in dark: every rule in light, the rules about colour again in dark. Each
 * finding is one line with the rule and the element.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  const light = await findLightViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await analyze(page, COLOR_RULES);
  return [...light, ...dark.map((line) => `dark ${line}`)];
}

/** The same in light alone, for a page whose dark colours are looked at otherwise. */
export async function findLightViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  return (await analyze(page)).map((line) => `light ${line}`);
}

async function analyze(page: Page, rules?: string[]): Promise<string[]> {
  // Legacy mode: no frames of other origins, so no second page is needed.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`),
  );
}
