import { commentsApi } from "#contract/comments.ts";
import { newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { downloadText } from "./support/downloadText.ts";
import { newItem } from "./support/feedbackItems.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

test("a customer downloads their data and deletes their account, and 'Deleted user' replaces their name", async ({
  open,
}) => {
  const customer = await newCustomer();
  const item = await newItem(customer);
  const content = "A comment that stays";
  await callApi(customer, commentsApi.create, { params: { id: item.id }, body: { content } });
  const page = await open(customer);
  await goTo(page, "/settings");
  const data = page.getByRole("region", { name: "Your data" });
  const file = await downloadText(page, () =>
    data.getByRole("button", { name: "Download your data" }).click(),
  );
  expect(file.name).toBe("account-data.json");
  expect(JSON.parse(file.text)).toMatchObject({
    account: { username: customer.username },
    items: [{ title: item.title }],
    comments: [{ content }],
  });

  await data.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account" });
  await dialog.getByLabel("Password", { exact: true }).fill(customer.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect.poll(() => addressOf(page)).toBe("/account-deleted");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account was deleted");
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();

  await goTo(page, `/feedback/${String(item.id)}`);
  await expect(page.getByRole("article", { name: "Comment by Deleted user" })).toContainText(
    content,
  );
  await expect(page.getByRole("article").first()).toContainText("Deleted user");
});
