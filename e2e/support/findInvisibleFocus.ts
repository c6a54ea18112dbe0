import type { Locator, Page } from "@playwright/test";

const MARGIN_PX = 8;

/**
 * Presses Tab until the end of the page, at most `stops` times. Takes a screenshot of each focused
 * element with and without the focus. Returns the elements whose two screenshots are equal.
 */
export async function findInvisibleFocus(page: Page, stops: number): Promise<string[]> {
  const invisible: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press("Tab");
    const element = page.locator(":focus");
    if ((await element.count()) === 0) break;
    await element.scrollIntoViewIfNeeded();
    const clip = await surroundingsOf(element);
    const focused = await page.screenshot({ clip, caret: "hide" });
    const handle = await element.elementHandle();
    await handle?.evaluate((node) => (node as HTMLElement).blur());
    const plain = await page.screenshot({ clip, caret: "hide" });
    if (focused.equals(plain))
      invisible.push((await handle?.evaluate((node) => node.outerHTML.slice(0, 120))) ?? "");
    await handle?.focus();
  }
  return invisible;
}

/**
 * Returns the element's box with a margin. For a link in a card, returns the card's box, because
 * the focus ring surrounds the whole card.
 */
async function surroundingsOf(element: Locator) {
  const box = await element.evaluate(
    (node) => (node.closest("article") ?? node).getBoundingClientRect().toJSON() as DOMRect,
  );
  const x = Math.max(0, box.x - MARGIN_PX);
  const y = Math.max(0, box.y - MARGIN_PX);
  return { x, y, width: box.width + 2 * MARGIN_PX, height: box.height + 2 * MARGIN_PX };
}
