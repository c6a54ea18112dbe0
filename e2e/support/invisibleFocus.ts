import type { Page } from "@playwright/test";

const MARGIN_PX = 8;

/**
 * Walks through the page with Tab and compares each stop with and without the focus, pixel by pixel. Gives the stops at which nothing
 * can be seen of it; the walk ends after so many stops or at the page's end.
 */
export async function findInvisibleFocus(page: Page, stops: number): Promise<string[]> {
  const invisible: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press("Tab");
    const element = page.locator(":focus");
    if ((await element.count()) === 0) break;
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    if (!box) continue;
    const x = Math.max(0, box.x - MARGIN_PX);
    const y = Math.max(0, box.y - MARGIN_PX);
    const clip = { x, y, width: box.width + 2 * MARGIN_PX, height: box.height + 2 * MARGIN_PX };
    const focused = await page.screenshot({ clip, caret: "hide" });
    const handle = await element.elementHandle();
    await handle?.evaluate((node) => (node as HTMLElement).blur());
    const plain = await page.screenshot({ clip, caret: "hide" });
    if (focused.equals(plain)) invisible.push((await handle?.evaluate((node) => node.outerHTML.slice(0, 120))) ?? "");
    await handle?.focus();
  }
  return invisible;
}
