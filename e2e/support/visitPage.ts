import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { goTo } from "./goTo.ts";

/** The heading of each page, by the page's path. */
export type Headings = Readonly<Record<string, string>>;

/**
 * Opens a path and checks its status and its only h1. The fixture `open` fails the test on
 * unexpected console errors and warnings.
 */
export async function visitPage(
  page: Page,
  path: string,
  heading: string,
  status = 200,
): Promise<void> {
  expect((await goTo(page, path)).status(), path).toBe(status);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText([heading]);
}
