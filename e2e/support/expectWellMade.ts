import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { findAxeViolations } from "./findAxeViolations.ts";
import { PHONE } from "./goTo.ts";
import type { Headings } from "./visitPage.ts";
import { visitPage } from "./visitPage.ts";

/** Size of a desktop window in pixels. */
export const WIDE = { width: 1280, height: 900 };

/**
 * Expects no axe violation on a desktop, no horizontal scrolling there and on a phone, and a rule
 * for each class.
 */
export async function expectWellMade(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    await page.setViewportSize(PHONE);
    expect.soft(await overflowOf(page), `${what} scrolls sideways on a phone`).toBe(0);
    await page.setViewportSize(WIDE);
    expect.soft(await overflowOf(page), `${what} scrolls sideways`).toBe(0);
    expect.soft(await findAxeViolations(page), what).toEqual([]);
    expect.soft(await missingRules(page), `rules that ${what} lacks`).toEqual([]);
  });
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

/**
 * Returns the selectors of rules that match the page's classes, but are only in the stylesheet of
 * all pages and not in the stylesheet of visitors' pages, which the document contains.
 */
const missingRules = (page: Page) =>
  page.evaluate(async () => {
    const style = document.querySelector<HTMLStyleElement>("style[data-all-styles]");
    if (!style?.sheet) return [];
    const all = new CSSStyleSheet();
    all.replaceSync(await (await fetch(style.dataset["allStyles"] ?? "")).text());
    const selectorsOf = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => {
        const own = rule instanceof CSSStyleRule ? [rule.selectorText] : [];
        return rule instanceof CSSGroupingRule ? [...own, ...selectorsOf(rule.cssRules)] : own;
      });
    const own = new Set(selectorsOf(style.sheet.cssRules));
    const names = new Set(
      [...document.querySelectorAll("[class]")].flatMap((e) => [...e.classList]),
    );
    const classes = [...names].map((name) => `.${CSS.escape(name)}`);
    return selectorsOf(all.cssRules).filter(
      (selector) =>
        !own.has(selector) &&
        classes.some((name) => selector.split(/(?<!\\)(?=[.\s:>~+[(),])/).includes(name)),
    );
  });
