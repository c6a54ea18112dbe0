import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { findInjectedElements } from "./findInjectedElements.ts";
import { findLostTexts } from "./findLostTexts.ts";
import type { XssWatch } from "./watchForXss.ts";

/**
 * Expects that the page shows the texts literally and contains no injected element. Also expects
 * that the watch has found nothing.
 */
export async function expectText(
  page: Page,
  found: XssWatch,
  texts: readonly string[],
): Promise<void> {
  await test.step(page.url(), async () => {
    await expect.poll(() => findLostTexts(page, texts), "texts that are not shown").toEqual([]);
    // The page is polled, because React marks the elements of a lazily loaded part only when their
    // code is loaded.
    await expect.poll(() => findInjectedElements(page), "injected elements").toEqual([]);
    expect(found, "findings of the watch").toEqual([]);
  });
}
