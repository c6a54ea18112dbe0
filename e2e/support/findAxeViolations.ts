import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified source, because parsing the unminified source takes twice as long. */
const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Only these rules can have different results in the light and the dark theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe on the page twice: with all rules in the light theme, and with only the colour rules in
 * the dark theme. Returns one line for each violation, with the rule and the element.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await analyze(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await analyze(page, { runOnly: COLOR_RULES });
  return [...light.map((line) => `light ${line}`), ...dark.map((line) => `dark ${line}`)];
}

/**
 * Runs axe without the colour rules, which are the slowest rules. This is sufficient for a page
 * that was already checked with all rules at another width.
 */
export async function findShapeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  return analyze(page, {
    rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
  });
}

/** Returns one line for each element that breaks a rule. */
async function analyze(page: Page, rules: RunOptions): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async (options) => {
    // Only violations are reported, so axe can omit the details of passed rules.
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

/**
 * Loads axe once for each document, because parsing its source takes longer than checking a small
 * page. Uses the DevTools protocol, because `page.evaluate` also parses the source in Node.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Runtime.evaluate", { expression: AXE_SOURCE });
  await devtools.detach();
}
