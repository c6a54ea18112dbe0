import type { Page, Route } from "@playwright/test";

/** The list of all feedback, with any filters. */
export const FEEDBACK_LIST = /\/api\/feedback(?:\?|$)/;

/** The call that casts a vote. */
export const VOTE = /\/api\/feedback\/\d+\/vote$/;

/** Holds requests until the returned function is called. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

/** Makes requests fail with a status and a message. The browser logs the failure to its console. */
export async function failWith(
  page: Page,
  address: RegExp,
  status: number,
  message: string,
): Promise<void> {
  await page.route(address, (route: Route) => route.fulfill({ status, json: { message } }));
}
