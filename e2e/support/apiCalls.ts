import type { Page, Route } from "@playwright/test";

/** The list of all feedback, whatever its filters. */
export const FEEDBACK_LIST = /\/api\/feedback(?:\?|$)/;

/** Casting a vote. */
export const VOTE = /\/api\/feedback\/\d+\/vote$/;

/** Lets calls wait; the result lets them, and all after them, go on. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

/** Makes calls fail as a server in trouble does. The browser's console notes it. */
export async function failWith(page: Page, address: RegExp, status: number, message: string): Promise<void> {
  await page.route(address, (route: Route) => route.fulfill({ status, json: { message } }));
}
