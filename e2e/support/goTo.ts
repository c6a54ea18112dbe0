import type { Page, Response } from "@playwright/test";

/** A phone of the narrow kind. */
export const PHONE = { width: 375, height: 740 };

/** Opens a path of the page's host and waits until the page is alive; gives the status of its answer. */
export async function goTo(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await untilHydrated(page);
  if (!response) throw new Error(`${path} gave no answer`);
  return response;
}

/** The page says from when on it answers (`web/app/main.tsx`). */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Path and query of the address bar. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
