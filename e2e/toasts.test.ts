import type { Page } from "@playwright/test";
import { newCustomer } from "./support/accounts.ts";
import { VOTE } from "./support/apiCalls.ts";
import { goTo } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

/** A page on which every vote fails, with the toast that says so. */
async function brokenVotes(page: Page): Promise<void> {
  await page.clock.install();
  await goTo(page, "/feedback");
  let failures = 0;
  await page.route(VOTE, (route) => {
    failures += 1;
    return route.fulfill({ status: 500, json: { message: `Failure ${String(failures)}` } });
  });
}

const voteOnCard = (page: Page, index: number) =>
  page.getByRole("article").nth(index).getByRole("button").click();

test("a toast goes by itself after five seconds", async ({ open, complaints }) => {
  complaints.expect(/status of 500/);
  const page = await open(await newCustomer());
  await brokenVotes(page);
  await voteOnCard(page, 0);
  await expect(shownToast(page)).toContainText("Failure 1");
  await page.clock.runFor(4_000);
  await expect(shownToast(page)).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(shownToast(page)).toHaveCount(0);
});

test("there is never more than one toast, and it is the latest", async ({ open, complaints }) => {
  complaints.expect(/status of 500/);
  const page = await open(await newCustomer());
  await brokenVotes(page);
  await voteOnCard(page, 0);
  await expect(shownToast(page)).toContainText("Failure 1");
  await voteOnCard(page, 1);
  await expect(shownToast(page)).toContainText("Failure 2");
  await expect(shownToast(page)).toHaveCount(1);
});

test("F8 leads to the toast, which is closed from there", async ({ open, complaints }) => {
  complaints.expect(/status of 500/);
  const page = await open(await newCustomer());
  await brokenVotes(page);
  await voteOnCard(page, 0);
  await expect(shownToast(page)).toBeVisible();
  await page.keyboard.press("F8");
  const focusIsInside = () =>
    page.evaluate(() => document.activeElement?.closest('[aria-label^="Notifications"]') !== null);
  expect(await focusIsInside()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await focusIsInside()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(shownToast(page)).toHaveCount(0);
});
