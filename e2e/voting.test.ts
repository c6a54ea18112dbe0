import type { Page } from "@playwright/test";
import { acme, newCustomer } from "./support/accounts.ts";
import { VOTE } from "./support/apiCalls.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const voteFor = (page: Page, title: string) =>
  page.getByRole("main").getByRole("button", { name: `Vote for ${title}` });
const listOf = (title: string) => `/feedback?search=${encodeURIComponent(title)}`;

test("the vote of a visitor who logs in to vote is cast once, and another customer can vote as well", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(acme);
  await goTo(page, listOf(title));
  await voteFor(page, title).click();
  await page.waitForURL(/\/login\?from=/);
  await page.getByLabel("Work email").fill(customer.username);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  const counted = page.waitForResponse(VOTE);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  expect((await counted).url()).toContain(`/api/feedback/${String(id)}/vote`);
  await expect.poll(() => new URL(page.url()).searchParams.get("vote")).toBe(null);
  await page.reload();
  await untilHydrated(page);
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(page, title)).toBeDisabled();

  const other = await open(await newCustomer());
  await goTo(other, listOf(title));
  await expect(voteFor(other, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  const second = other.waitForResponse(VOTE);
  await voteFor(other, title).dblclick();
  await second;
  await other.reload();
  await untilHydrated(other);
  await expect(voteFor(other, title)).toHaveAccessibleName(`Vote for ${title}, 2 votes`);
  await expect(voteFor(other, title)).toBeDisabled();
});
