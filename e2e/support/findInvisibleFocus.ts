import type { CDPSession, Page } from "@playwright/test";

const MARGIN_PX = 8;

/** A part of the document in pixels. */
interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Presses Tab until the end of the page, at most `stops` times. Takes a screenshot of each focused
 * element with and without the focus. Returns the start of the HTML of each element whose two
 * screenshots are equal.
 */
export async function findInvisibleFocus(page: Page, stops: number): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await hideCaret(page);
  const invisible: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press("Tab");
    const element = await page.evaluateHandle(() => document.activeElement as HTMLElement);
    const clip = await element.evaluate(surroundingsOf, MARGIN_PX);
    if (clip === null) break;
    const focused = await screenshotOf(devtools, clip);
    await element.evaluate((node) => node.blur());
    const plain = await screenshotOf(devtools, clip);
    if (focused === plain)
      invisible.push(await element.evaluate((node) => node.outerHTML.slice(0, 120)));
    await element.evaluate((node) => node.focus());
  }
  return invisible;
}

/** Hides the caret, because a blinking caret would make two screenshots of a field differ. */
async function hideCaret(page: Page): Promise<void> {
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync("* { caret-color: transparent !important; }");
    document.adoptedStyleSheets.push(style);
  });
}

/**
 * Scrolls the element into view and returns its box with a margin; null if no element has the
 * focus. For an element in a card, returns the card's box, because the focus ring of a card's link
 * surrounds the card.
 */
function surroundingsOf(element: HTMLElement, margin: number): Clip | null {
  if (element === document.body) return null;
  element.scrollIntoView({ block: "nearest" });
  const box = (element.closest("article") ?? element).getBoundingClientRect();
  return {
    x: Math.max(0, window.scrollX + box.x - margin),
    y: Math.max(0, window.scrollY + box.y - margin),
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
}

/**
 * Takes a screenshot with the DevTools protocol. Playwright's `page.screenshot` takes several times
 * longer, because it prepares the page for each screenshot.
 */
async function screenshotOf(devtools: CDPSession, clip: Clip): Promise<string> {
  const { data } = await devtools.send("Page.captureScreenshot", {
    clip: { ...clip, scale: 1 },
    optimizeForSpeed: true,
  });
  return data;
}
