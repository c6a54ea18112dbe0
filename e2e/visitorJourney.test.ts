import { acme, newEmail } from "./support/accounts.ts";
import { newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

test("a visitor can read an item, sign up, vote, comment, follow, submit an item and find the new item by search", async ({
  open,
}) => {
  const page = await open(acme);

  await goTo(page, "/roadmap");
  await expect(page.getByRole("heading", { level: 1, name: "Product Roadmap" })).toBeVisible();
  const card = page.getByRole("region", { name: "Planned" }).getByRole("article").first();
  const title = (await card.getByRole("heading").textContent()) ?? "";
  await card.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const item = addressOf(page);
  expect(item).toMatch(/^\/feedback\/\d+\?from=%2Froadmap$/);

  const vote = page.getByRole("main").getByRole("button", { name: `Vote for ${title}` });
  const votes = Number.parseInt((await vote.textContent()) ?? "", 10);
  await vote.click();
  const signIn = page.getByRole("dialog");
  await expect(signIn).toHaveAccessibleName(`Log in to vote for ${title}`);
  await signIn.getByRole("button", { name: "Sign up" }).click();

  await signIn.getByLabel("Full name").fill("Nora Newcomer");
  await signIn.getByLabel("Work email").fill(newEmail());
  await signIn.getByLabel("Password", { exact: true }).fill("a long password");
  await signIn.getByRole("button", { name: "Sign up" }).click();

  expect(addressOf(page)).toBe(item);
  await expect(page.getByRole("button", { name: "Account menu of Nora Newcomer" })).toBeVisible();
  await expect(vote).toHaveAccessibleName(`Vote for ${title}, ${String(votes + 1)} votes`);
  await expect(vote).toBeDisabled();

  const content = newTitle("This would save me an hour a week.");
  await page.getByLabel("Your comment").fill(content);
  await page.getByRole("button", { name: "Post comment" }).click();
  const comment = page
    .getByRole("article", { name: "Comment by Nora Newcomer" })
    .filter({ hasText: content });
  await expect(comment).toBeFocused();
  await page.getByRole("button", { name: "Following", exact: true }).click();
  await page.getByRole("menuitemradio", { name: /^Status changes only/ }).click();
  await expect(page.getByRole("button", { name: "Following status changes" })).toBeFocused();

  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Feedback" })
    .click();
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  const submitted = newTitle("Postcards from the road");
  await dialog.getByLabel("Title").fill(submitted);
  await dialog.getByLabel("Description").fill("With a stamp on them.");
  await dialog.getByLabel("Board", { exact: true }).selectOption({ label: "Time Tracking" });
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(shownToast(page)).toContainText("Feedback submitted successfully");
  await expect(dialog).toBeHidden();

  await page.getByRole("combobox", { name: "Search feedback" }).fill(submitted);
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  const found = page.getByRole("article").filter({ hasText: submitted });
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("Time Tracking");
  await expect(found).toContainText("0 comments");
});
