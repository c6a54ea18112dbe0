import type { Page } from "@playwright/test";
import { test as base } from "./test.ts";

/**
 * Starts the browser with its back/forward cache, which Playwright disables by default. Headless
 * browsers restore no page from this cache, so {@link restoreFromCache} simulates it.
 */
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

/**
 * Dispatches the event that a browser dispatches when it restores a page from the back/forward
 * cache.
 */
export async function restoreFromCache(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
}
