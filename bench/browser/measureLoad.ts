import type { Browser } from "playwright-core";
import { slowPhone } from "./slowPhone.ts";

/**
 * Measurements of one page load with an empty cache. Times are in milliseconds; all except `tbt`
 * are counted from the start of the navigation. Sizes are transferred kB (1,000 bytes).
 */
export interface Load {
  /** Time to the first byte of the document. */
  readonly firstByte: number;
  readonly lastByte: number;
  readonly lcp: number;
  readonly cls: number;
  /** Total blocking time: the sum of the time that each task takes beyond 50 ms. */
  readonly tbt: number;
  readonly htmlKb: number;
  readonly scriptsKb: number;
  readonly totalKb: number;
  readonly requests: number;
}

declare global {
  interface Window {
    seen: { lcp: number; cls: number; tbt: number };
  }
}

/** Loads a page once on a slow phone and waits until the page is idle. */
export async function measureLoad(browser: Browser, url: string): Promise<Load> {
  await using phone = await slowPhone(browser);
  const { page, cdp } = phone;
  const kinds = new Map<string, string>();
  const bytes = { Document: 0, Script: 0, all: 0 };
  cdp.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    bytes.all += encodedDataLength;
    if (kind === "Document" || kind === "Script") bytes[kind] += encodedDataLength;
  });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: "networkidle" });
  const times = await page.evaluate(() => {
    const { responseStart, responseEnd } = performance.getEntriesByType(
      "navigation",
    )[0] as PerformanceNavigationTiming;
    return { firstByte: responseStart, lastByte: responseEnd, ...window.seen };
  });
  const kb = (size: number) => size / 1000;
  return {
    ...times,
    htmlKb: kb(bytes.Document),
    scriptsKb: kb(bytes.Script),
    totalKb: kb(bytes.all),
    requests: kinds.size,
  };
}

/** Records LCP, CLS and TBT in `window.seen`. Runs in the page before the page's own scripts. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, tbt: 0 };
  window.seen = seen;
  const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  };
  watch("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  watch("layout-shift", ({ value }) => (seen.cls += value ?? 0));
  watch("longtask", ({ duration }) => (seen.tbt += duration - 50));
}
