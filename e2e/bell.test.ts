import type { Page } from "@playwright/test";
import { feedbackApi } from "#contract/feedback.ts";
import { newCompany, newCustomer } from "./support/accounts.ts";
import { boardsApi } from "#contract/boards.ts";
import { callApi } from "./support/callApi.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

test("a status change appears at the voter's bell without a reload, and a notification opened in one tab becomes read in the other tab", async ({
  open,
}) => {
  const { company, admin } = await newCompany();
  await callApi(admin, boardsApi.create, { body: { name: "Ideas", slug: "ideas" } });
  const [author, voter] = [await newCustomer(company), await newCustomer(company)];
  const { id, title } = await newItem(author);
  await callApi(voter, feedbackApi.vote, { params: { id } });
  const [page, otherTab] = [await open(voter), await open(voter)];
  await Promise.all([goTo(page, "/changelog"), goTo(otherTab, "/settings")]);
  await expect(bell(page)).toHaveAccessibleName("Notifications");

  await callApi(admin, feedbackApi.update, {
    params: { id },
    body: { status: "planned", note: "We start in March." },
  });
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread", { timeout: 20_000 });
  await expect(bell(otherTab)).toHaveAccessibleName("Notifications, 1 unread", { timeout: 20_000 });

  await bell(page).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const entry = panel.getByRole("link", { name: `Planned: ${title}` });
  await expect(entry).toContainText("We start in March.");
  await entry.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(bell(otherTab)).toHaveAccessibleName("Notifications", { timeout: 20_000 });
});
