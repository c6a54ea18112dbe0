import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { findIntruders } from "./findIntruders.ts";
import { findLostTexts } from "./findLostTexts.ts";
import type { XssWatch } from "./watchForXss.ts";

/** The page as it is shows the texts letter by letter, nothing in it was made of them, and nothing has happened. */
export async function expectText(
  page: Page,
  found: XssWatch,
  texts: readonly string[],
): Promise<void> {
  await test.step(page.url(), async () => {
    await expect.poll(() => findLostTexts(page, texts), "texts that are not shown").toEqual([]);
    expect(await findIntruders(page), "what the page is not made of").toEqual([]);
    expect(found, "what has happened").toEqual([]);
  });
}
