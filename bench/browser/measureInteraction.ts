import type { Browser, BrowserContext, Page } from "playwright-core";
import { slowPhone } from "./slowPhone.ts";

declare global {
  interface Window {
    slowest: number;
  }
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

/**
 * Measures the longest interaction latency in milliseconds, as INP defines it, among the input
 * events that `act` sends on a slow phone. Browsers report the latency in steps of 8 ms. Returns 0
 * if all latencies are below 16 ms.
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
  // The observer runs after the frame that shows the effect of the input. Waits for that frame and
  // another 100 ms.
  await page.evaluate(
    async () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
  );
  return await page.evaluate(() => window.slowest);
}
