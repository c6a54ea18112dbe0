import type { Page } from "@playwright/test";

/** Keeps from a page what other tests do in the portal meanwhile, where its own calls are counted. */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.route(/\/api\/events\?/, (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "" }),
  );
}
