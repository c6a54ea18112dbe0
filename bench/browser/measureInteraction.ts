import type { Browser, BrowserContext, Page } from "playwright-core";
import { slowPhone } from "./slowPhone.ts";

declare global {
  interface Window {
    slowest: number;
  }
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

/**
 * The longest wait in milliseconds from an input to the next frame, while `act` works the page with real input events on a slow
 * phone: what INP says of one interaction. In steps of 8 ms, as browsers report it.
 */
export async function measureInteraction(
  browser: Browser,
  { url, cookies, act }: { url: string; cookies: Cookies; act: (page: Page) => Promise<void> },
): Promise<number> {
  await using phone = await slowPhone(browser, cookies);
  const { page } = phone;
  await page.addInitScript(() => {
    window.slowest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        window.slowest = Math.max(window.slowest, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.evaluate(() => (window.slowest = 0));
  await act(page);
  // The observer is told after the frame that the input led to.
  await page.evaluate(
    async () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
  );
  return await page.evaluate(() => window.slowest);
}
