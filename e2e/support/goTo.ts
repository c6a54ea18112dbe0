import type { Page, Response } from "@playwright/test";

/** Screen size of a narrow phone in pixels. */
export const PHONE = { width: 375, height: 740 };

/** Opens a path on the page's host and waits until the page is hydrated. Returns the response. */
export async function goTo(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await untilHydrated(page);
  if (!response) throw new Error(`${path} gave no response`);
  return response;
}

/** Waits until the page is hydrated and web/app/main.tsx has set the attribute. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Returns path and query of the address bar. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
