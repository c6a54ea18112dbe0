import type { APIResponse, Page, Route } from "@playwright/test";

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
export async function failWith(
  page: Page,
  address: RegExp,
  status: number,
  message: string,
): Promise<void> {
  await page.route(address, (route: Route) => route.fulfill({ status, json: { message } }));
}

/** Lets changes reach the server, but keeps its answers; the result lets them, and all after them, come. */
export async function holdAnswer(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    const response = await reach(route);
    await promise;
    return route.fulfill({ response });
  });
  return () => resolve(undefined);
}

/** Sends a call on to the portal, whose hosts Node does not resolve, and gives the answer, which the page does not have yet. */
function reach(route: Route): Promise<APIResponse> {
  const url = new URL(route.request().url());
  const { host } = url;
  url.hostname = "127.0.0.1";
  return route.fetch({ url: url.href, headers: { ...route.request().headers(), host } });
}
