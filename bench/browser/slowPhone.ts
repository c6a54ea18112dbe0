import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** Lighthouse's slow 4G, as parameters of Chromium's network emulation. */
const LATENCY_MS = 562.5;
const BYTES_PER_SECOND = { down: (1.44 * 1024 * 1024) / 8, up: (675 * 1024) / 8 };

/** How many times slower a mid-range phone is than a developer's machine. */
const CPU_SLOWDOWN = 4;

const SCREEN = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

export interface SlowPhone extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
}

/**
 * Opens a page in a new browser context with an empty cache, a slow network and a slow processor.
 */
export async function slowPhone(
  browser: Browser,
  cookies: Parameters<BrowserContext["addCookies"]>[0] = [],
): Promise<SlowPhone> {
  const context = await browser.newContext(SCREEN);
  await context.addCookies(cookies);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND.down,
    uploadThroughput: BYTES_PER_SECOND.up,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { context, page, cdp, [Symbol.asyncDispose]: async () => context.close() };
}
