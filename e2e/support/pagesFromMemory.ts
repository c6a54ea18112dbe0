import type { Page } from "@playwright/test";
import { test as base } from "./test.ts";

/** In a browser that brings pages back from memory where it can: Playwright tells it not to. The one of the tests never does. */
export const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const ignored = launchOptions.ignoreDefaultArgs;
      await use({
        ...launchOptions,
        ignoreDefaultArgs: [
          ...(Array.isArray(ignored) ? ignored : []),
          "--disable-back-forward-cache",
        ],
      });
    },
    { scope: "worker" },
  ],
});

/** Says to a page what a browser says to one that it brings back from memory. */
export async function bringBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
}
