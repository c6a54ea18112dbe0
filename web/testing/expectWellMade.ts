import type { RunOptions } from "axe-core";
import axe from "axe-core";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { preferColorScheme } from "./preferColorScheme.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 740 };

/**
 * The rules that a colour scheme can break. All other rules give the same result in light and dark.
 */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Expects that axe finds no problem on the current page and that nothing scrolls sideways. Checks a
 * phone, and a desktop with the light and the dark colour scheme.
 */
export async function expectWellMade(what: string): Promise<void> {
  await page.viewport(PHONE.width, PHONE.height);
  const withoutColors = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }]));
  expect.soft(await analyze({ rules: withoutColors }), `${what} on a phone`).toEqual([]);
  expect.soft(overflow(), `${what} on a phone scrolls sideways`).toBe(0);
  await page.viewport(WIDE.width, WIDE.height);
  expect.soft(await analyze({}), `${what} in light`).toEqual([]);
  expect.soft(overflow(), `${what} scrolls sideways`).toBe(0);
  await preferColorScheme("dark");
  expect.soft(await analyze({ runOnly: COLOR_RULES }), `${what} in dark`).toEqual([]);
  await preferColorScheme("light");
}

/** Runs axe and returns one line for each element that breaks a rule. */
async function analyze(options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    ...options,
    resultTypes: ["violations"],
    preload: false,
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
