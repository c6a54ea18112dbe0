import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { findAxeViolations, findShapeViolations } from "./findAxeViolations.ts";
import { PHONE } from "./goTo.ts";
import type { Headings } from "./visitPage.ts";
import { visitPage } from "./visitPage.ts";

/** Size of a desktop window in pixels. */
export const WIDE = { width: 1280, height: 900 };

/**
 * Expects no axe violation and no horizontal scrolling on desktop and phone. Colours are checked
 * only on desktop, in both themes.
 */
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

/**
 * Opens each path, checks its status and heading, and runs {@link expectWellMade}. With the fixture
 * `open`, this also shows that the page hydrates without unexpected console errors and warnings.
 */
export async function expectPagesWellMade(
  page: Page,
  headings: Headings,
  status = 200,
): Promise<void> {
  for (const [path, heading] of Object.entries(headings)) {
    await visitPage(page, path, heading, status);
    await expectWellMade(page, path);
  }
}

/**
 * Returns by how many pixels the page or a scrolling part of an open dialog overflows horizontally.
 */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const scrolling = [...document.querySelectorAll("[role$=dialog] *")].filter((element) =>
      /auto|scroll/.test(getComputedStyle(element).overflow),
    );
    const boxes = [document.documentElement, ...scrolling];
    return Math.max(0, ...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
