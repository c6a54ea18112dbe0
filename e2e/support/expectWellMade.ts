import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { findAxeViolations, findShapeViolations } from "./findAxeViolations.ts";
import { goTo, PHONE } from "./goTo.ts";

/** A screen of a usual width. */
export const WIDE = { width: 1280, height: 900 };

/** The page as it is: axe finds nothing at either width, nor in the dark, and nothing scrolls sideways. */
export async function expectWellMade(page: Page, what: string): Promise<void> {
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    const where = `${what} at ${String(viewport.width)} px`;
    await test.step(where, async () => {
      const find = viewport === WIDE ? findAxeViolations : findShapeViolations;
      expect.soft(await find(page), where).toEqual([]);
      expect.soft(await overflowOf(page), `${where} scrolls sideways`).toBe(0);
    });
  }
  await page.setViewportSize(WIDE);
}

/** Opens each path and checks it. */
export async function expectPagesWellMade(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goTo(page, path);
    await expectWellMade(page, path);
  }
}

/** How many pixels the page, or what scrolls in an open dialog, is wider than its room. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const scrolling = [...document.querySelectorAll("[role$=dialog] *")].filter((element) =>
      /auto|scroll/.test(getComputedStyle(element).overflow),
    );
    const rooms = [document.documentElement, ...scrolling];
    return Math.max(0, ...rooms.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
