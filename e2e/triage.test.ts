import type { Page } from "@playwright/test";
import { feedbackApi } from "#contract/feedback.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import type { Place } from "./support/sendRequest.ts";
import { expect, test } from "./support/test.ts";

const ITEMS = 15;

/** Opens the list of 15 new items as the admin of a new company. */
async function openNewItems(open: (place: Place) => Promise<Page>) {
  const { admin } = await ownCompany("Ideas");
  for (let made = 0; made < ITEMS; made += 1) await newItem(admin);
  const page = await open(admin);
  await goTo(page, "/feedback");
  const badges = page.getByRole("button", { name: /^Status: / });
  await expect(badges).toHaveCount(ITEMS);
  const statuses = async () => {
    const { body } = await callApi(admin, feedbackApi.list, { query: { limit: "100" } });
    return body.map(({ status }) => status);
  };
  return { page, badges, statuses };
}

/**
 * Reports how long the triage took. The time is not asserted, because it depends on the machine.
 */
function report(how: string, from: number): void {
  test.info().annotations.push({
    type: "time",
    description: `${String(ITEMS)} items ${how}: ${String(Date.now() - from)} ms`,
  });
}

test("an admin triages 15 new items by mouse with two clicks per item", async ({ open }) => {
  const { page, badges, statuses } = await openNewItems(open);
  const from = Date.now();
  let clicks = 0;
  for (let index = 0; index < ITEMS; index += 1) {
    await badges.nth(index).click();
    await page.getByRole("menuitemradio", { name: "Planned" }).click();
    clicks += 2;
    await expect(badges.nth(index)).toContainText("Planned");
  }
  report("by mouse", from);
  expect(clicks / ITEMS).toBeLessThanOrEqual(3);
  await expect.poll(statuses).toEqual(Array(ITEMS).fill("planned"));
});

test("an admin triages 15 new items by keyboard with three keys per item", async ({ open }) => {
  const { page, badges, statuses } = await openNewItems(open);
  const from = Date.now();
  let keys = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  for (let index = 0; index < ITEMS; index += 1) {
    await press("j");
    await press("s");
    await expect(page.getByRole("menu")).toBeVisible();
    await press("p");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(badges.nth(index)).toContainText("Planned");
  }
  report("by keyboard", from);
  expect(keys / ITEMS).toBeLessThanOrEqual(3);
  await expect.poll(statuses).toEqual(Array(ITEMS).fill("planned"));
});
