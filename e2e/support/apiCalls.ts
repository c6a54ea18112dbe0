import type { Page } from "@playwright/test";

/** Matches requests for the list of all feedback, with any filters. */
export const FEEDBACK_LIST = /\/api\/feedback(?:\?|$)/;

/** Holds matching requests back until the returned function is called. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}
