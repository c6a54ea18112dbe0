import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified source, because parsing the unminified source takes twice as long. */
const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Runs axe on the page in the light theme, and its rule for contrast in the dark theme, where only
 * colours differ. Returns one line for each element that breaks a rule.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await loadAxe(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await runAxe(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  const light = await runAxe(page, {});
  return [...light, ...dark.map((violation) => `in the dark theme: ${violation}`)];
}

function runAxe(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (given) => {
    // Only violations are reported, so axe can omit the details of passed rules.
    const { violations } = await window.axe.run(document, {
      resultTypes: ["violations"],
      preload: false,
      ...given,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`,
      ),
    );
  }, options);
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
