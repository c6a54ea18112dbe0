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
      Array.from(rules).flatMap((rule) => {
        const inner = rule instanceof CSSGroupingRule ? selectorsOf(rule.cssRules) : [];
        if (!(rule instanceof CSSStyleRule)) return inner;
        // Neighbouring rules with equal declarations are one rule with a list of selectors.
        return inner.concat(rule.selectorText.split(/, (?![^(]*\))/));
      });
    const own = new Set(selectorsOf(style.sheet.cssRules));
    const elements = Array.from(document.querySelectorAll("[class]"));
    const names = new Set(elements.flatMap(({ classList }) => Array.from(classList)));
    // A selector is divided before each part of it, but not at escaped characters.
    const classesOf = (selector: string) =>
      selector.split(/(?<!\\)(?=[.\s:>~+[(),])/).filter((part) => part.startsWith("."));
    const isUsed = (name: string) => names.has(name.slice(1).replaceAll("\\", ""));
    return selectorsOf(all.cssRules).filter((selector) => {
      const classes = classesOf(selector);
      return !own.has(selector) && classes.length > 0 && classes.every(isUsed);
    });
  });
