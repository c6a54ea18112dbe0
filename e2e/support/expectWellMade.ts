import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { findAxeViolations } from "./findAxeViolations.ts";
import { goTo, PHONE } from "./goTo.ts";

/** A screen of a usual width. */
export const WIDE = { width: 1280, height: 900 };

/** The page as it is, at both widths: axe finds nothing in light and dark, and nothing scrolls sideways. */
export async function expectWellMade(page: Page, what: string): Promise<void> {
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    const where = `${what} at ${String(viewport.width)} px`;
    await test.step(where, async () => {
      expect.soft(await findAxeViolations(page), where).toEqual([]);
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

/** How many pixels the page is wider than its window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
