import type { Page } from "@playwright/test";
import { acme, newCustomer } from "./support/accounts.ts";
import { VOTE } from "./support/apiCalls.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { expect, test } from "./support/test.ts";

const voteFor = (page: Page, title: string) =>
  page.getByRole("main").getByRole("button", { name: `Vote for ${title}` });
const listOf = (title: string) => `/feedback?search=${encodeURIComponent(title)}`;

test("a visitor who logs in to vote returns to the list, where a double click casts one vote", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(acme);
  await goTo(page, listOf(title));
  await voteFor(page, title).click();
  await expect(page).toHaveURL(
    `${originOf(acme.host)}/login?from=${encodeURIComponent(listOf(title))}`,
  );
  await page.getByLabel("Work email").fill(customer.username);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(originOf(acme.host) + listOf(title));
  await expect(voteFor(page, title)).toBeEnabled();

  const counted = page.waitForResponse(VOTE);
  await voteFor(page, title).dblclick();
  await counted;
  await page.reload();
  await untilHydrated(page);
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(page, title)).toBeDisabled();

  const other = await open(await newCustomer());
  await goTo(other, listOf(title));
  await expect(voteFor(other, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(other, title)).toBeEnabled();
});
