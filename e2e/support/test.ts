import type { Browser, BrowserContextOptions, Page, TestInfo } from "@playwright/test";
import { expect, test as base } from "@playwright/test";
import type { Place } from "./sendRequest.ts";
import { ownAddress } from "./sendRequest.ts";
import { originOf } from "./portalAddress.ts";
import type { Complaints } from "./watchContext.ts";
import { watchContexts } from "./watchContext.ts";

interface Fixtures {
  /**
   * Opens a page on a host in a new browser context. The page is signed in if the place has a
   * session.
   */
  open: (place: Place, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Console errors and warnings of the pages. A test fails on each message that it did not expect.
   */
  complaints: Complaints;
}

interface Internal extends Fixtures {
  watched: ReturnType<typeof watchContexts>;
}

/**
 * Playwright's test with pages on the portal's hosts. Unexpected console errors and warnings fail a
 * test.
 */
export const test = base.extend<Internal>({
  watched: async ({}, use) => {
    const watched = watchContexts();
    await use(watched);
    expect(watched.unexpected, "what the pages complained about").toEqual([]);
  },
  complaints: async ({ watched }, use) => use(watched),
  open: async ({ browser, watched }, use, testInfo) => {
    await use(async ({ host, cookie }, options) => {
      const origin = originOf(host);
      const context = await browser.newContext({
        baseURL: origin,
        reducedMotion: "reduce",
        extraHTTPHeaders: { "x-forwarded-for": ownAddress() },
        ...options,
      });
      if (cookie !== undefined) await context.addCookies([cookieOf(cookie, origin)]);
      await watched.watch(context);
      return context.newPage();
    });
    if (testInfo.status !== testInfo.expectedStatus) await attachScreenshots(browser, testInfo);
    for (const context of browser.contexts()) await context.close();
  },
});

export { expect };

async function attachScreenshots(browser: Browser, testInfo: TestInfo): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const name = `page-${String(index + 1)}`;
    const path = testInfo.outputPath(`${name}.png`);
    await page.screenshot({ path });
    // The attachment is numbered and not named after the page's URL, because the name becomes a
    // file name and a URL can be too long for a file name.
    await testInfo.attach(name, { path, contentType: "image/png" });
  }
}

function cookieOf(pair: string, url: string) {
  const [name = "", value = ""] = pair.split("=", 2);
  return { name, value, url, httpOnly: true, sameSite: "Lax" as const };
}
