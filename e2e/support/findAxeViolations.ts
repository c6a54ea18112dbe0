import type { Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

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
  return analyze(page, {
    rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
  });
}

/** One line for each element that breaks a rule. */
async function analyze(page: Page, rules: RunOptions): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async (options) => {
    // Of what passes nobody wants to read.
    const { violations } = await window.axe.run(document, {
      ...options,
      resultTypes: ["violations"],
      preload: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`,
      ),
    );
  }, rules);
}

/** Once a document: reading its 600 kB takes longer than the look at a small page. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
}
