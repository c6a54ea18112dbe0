import axe from "axe-core";
import { expect } from "vitest";
import { page } from "vitest/browser";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 740 };

/**
 * Expects that axe finds no problem on a desktop in both themes, and that nothing scrolls sideways
 * there and on a phone.
 */
export async function expectWellMade(what: string): Promise<void> {
  await page.viewport(PHONE.width, PHONE.height);
  expect.soft(overflow(), `${what} on a phone scrolls sideways`).toBe(0);
  await page.viewport(WIDE.width, WIDE.height);
  expect.soft(await findAxeViolations(), what).toEqual([]);
  expect.soft(overflow(), `${what} scrolls sideways`).toBe(0);
}

/**
 * Runs axe in the light theme, and its rule for contrast in the dark theme, where only colours
 * differ. Returns one line for each element that breaks a rule.
 */
async function findAxeViolations(): Promise<string[]> {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset["theme"] = "dark";
  const dark = await runAxe({ runOnly: ["color-contrast"] });
  dataset["theme"] = "light";
  const light = await runAxe({});
  dataset["theme"] = theme;
  return [...light, ...dark.map((violation) => `in the dark theme: ${violation}`)];
}

async function runAxe(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ["violations"],
    preload: false,
    ...options,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`,
    ),
  );
}

/**
 * Returns by how many pixels the content of the page, or of a scrollable part of an open dialog, is
 * too wide.
 */
function overflow(): number {
  const scrolling = [...document.querySelectorAll("[role$=dialog] *")].filter((element) =>
    /auto|scroll/.test(getComputedStyle(element).overflow),
  );
  const rooms = [document.documentElement, ...scrolling];
  return Math.max(0, ...rooms.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}
