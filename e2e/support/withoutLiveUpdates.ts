import type { Page } from "@playwright/test";

/** Blocks live updates, so that changes by parallel tests cause no requests of this page. */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.route(/\/api\/events\?/, (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "" }),
  );
}
