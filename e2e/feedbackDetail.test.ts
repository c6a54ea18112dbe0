import { feedbackApi } from "#contract/feedback.ts";
import { acme, acmeAdmin, newCustomer, signedIn } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { itemTitled, newItem, newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";
import { withoutLiveUpdates } from "./support/withoutLiveUpdates.ts";

test("the way back follows only a path to a list of this very host", async ({ open }) => {
  const { id } = await itemTitled(acme, "Round entries to 6 minutes");
  const page = await open(acme);
  const evil = [
    "javascript:alert(1)",
    "//evil.example/feedback",
    "https://evil.example/board/x",
    "/\\evil.example/feedback",
    "/settings",
    "/feedback/../settings",
    "",
  ];
  for (const from of evil) {
    await goTo(page, `/feedback/${String(id)}?from=${encodeURIComponent(from)}`);
    const back = page.getByRole("link", { name: "Back to Feedback List" });
    await expect(back, `from=${from}`).toHaveAttribute("href", "/feedback");
  }
  const good = {
    "/feedback?sort=date": "Back to Feedback List",
    "/board/time-tracking": "Back to Board",
    "/board/time-tracking?search=timer": "Back to Board",
  };
  for (const [from, label] of Object.entries(good)) {
    await goTo(page, `/feedback/${String(id)}?from=${encodeURIComponent(from)}`);
    await page.getByRole("link", { name: label }).click();
    await expect(page.getByRole("searchbox")).toBeVisible();
    await expect.poll(() => addressOf(page)).toBe(from);
  }
});

test("an item shows all that is known of it", async ({ open }) => {
  const { id, votes } = await itemTitled(acme, "Track time from a browser extension");
  const page = await open(acme);
  await goTo(page, `/feedback/${String(id)}`);
  const article = page.getByRole("main").getByRole("article").first();
  await expect(article).toContainText("Status: Evaluating");
  await expect(article).toContainText("Category: Feature Request");
  await expect(article).toContainText("Board category: Integrations");
  await expect(article).toContainText("4 comments");
  await expect(article.getByRole("link", { name: "Time Tracking" })).toBeVisible();
  await expect(article.getByRole("button")).toHaveAccessibleName(
    new RegExp(`, ${String(votes)} votes$`),
  );
  await expect(page.getByRole("heading", { name: "Comments (4)" })).toBeVisible();
  const entries = await page
    .getByRole("region", { name: "Comments (4)" })
    .getByRole("listitem")
    .allTextContents();
  expect(entries).toHaveLength(5);
  expect(entries[0]).toContain("Figma first, please!");
  expect(entries[1]).toContain("Status changed from New to Evaluating");
  await expect(page.getByRole("region", { name: "Manage" })).toHaveCount(0);
});

test("what people write stays text, with its line breaks and links", async ({ open }) => {
  const customer = await newCustomer();
  const title = newTitle("<img src=x onerror=alert(1)>");
  const description =
    "First line\nSecond <b>line</b>\nhttps://example.com/path?x=1.\n<script>alert(2)</script>";
  const item = await newItem(customer, { title, description });
  const page = await open(customer);
  page.on("dialog", () => expect("an alert").toBe("no alert"));
  await goTo(page, `/feedback/${String(item.id)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const article = page.getByRole("main").getByRole("article").first();
  await expect(article).toContainText("<script>alert(2)</script>");
  await expect(article.locator("b, img, script")).toHaveCount(0);
  const link = article.getByRole("link", { name: "https://example.com/path?x=1" });
  await expect(link).toHaveAttribute("href", "https://example.com/path?x=1");
  await expect(link).toHaveAttribute("rel", /noopener/);
  expect(await article.innerText()).toMatch(/First line\nSecond <b>line<\/b>\n/);
});

test("an author edits title and description while the item is new, and no longer", async ({
  open,
  complaints,
}) => {
  const customer = await newCustomer();
  const item = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(item.id)}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Feedback" });
  await expect(dialog.getByLabel("Title")).toHaveValue(item.title);
  await dialog.getByLabel("Title").fill("  ");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByLabel("Title")).toHaveAccessibleDescription("Title is required");
  const title = newTitle("Said better");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Description").fill("And explained.");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);

  // What is typed is not lost by Escape, nor by an admin who is quicker: then the server says that it is too late.
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Description").fill("And explained again.");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  const admin = await open(await signedIn(acmeAdmin, acme));
  await goTo(admin, `/feedback/${String(item.id)}`);
  const note = admin.getByLabel(/^Public note/);
  await admin.getByLabel("Status").selectOption({ label: "Planned" });
  await note.fill("On its way");
  await admin.getByRole("banner").getByRole("link", { name: "Changelog" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(note).toHaveValue("On its way");
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(shownToast(admin)).toContainText("Feedback updated successfully");
  await expect(page.getByText("Status: Planned")).toBeVisible();
  await expect(dialog.getByLabel("Description")).toHaveValue("And explained again.");
  complaints.expect(/status of 403/);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toContainText("Not allowed");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
});

test("a stranger may not edit what somebody else wrote", async ({ open }) => {
  const item = await newItem(await newCustomer());
  const page = await open(await newCustomer());
  await goTo(page, `/feedback/${String(item.id)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(item.title);
  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
});

test("an admin changes board and category of an item, and edits it", async ({ open }) => {
  const item = await newItem(await newCustomer(), { board: "projects" });
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback/${String(item.id)}`);
  const manage = page.getByRole("region", { name: "Manage" });
  const choose = async (label: string, option: string) => {
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    const select = manage.getByLabel(label, { exact: true });
    await select.selectOption({ label: option });
    await manage
      .getByRole("button", { name: `Save ${label.toLowerCase()}`, exact: true })
      .press("Enter");
    expect((await saved).status()).toBe(200);
    await expect(manage.getByRole("button", { name: /^Sav/ })).toHaveCount(0);
    await expect(select).toBeFocused();
  };
  await choose("Board", "Time Tracking");
  await choose("Category", "Bug Report");
  await choose("Board category", "Automation");
  const article = page.getByRole("main").getByRole("article").first();
  await expect(article).toContainText("Category: Bug Report");
  await expect(article).toContainText("Board category: Automation");
  await expect(article.getByRole("link", { name: "Time Tracking" })).toBeVisible();

  await manage.getByRole("button", { name: "Edit" }).click();
  const title = newTitle("Edited by an admin");
  await page.getByRole("dialog").getByLabel("Title").fill(title);
  await page.getByRole("dialog").getByLabel("Title").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await goTo(page, `/board/time-tracking?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("arrow keys on a select change nothing by themselves, and what is chosen while saving can be saved, too", async ({
  open,
}) => {
  const item = await newItem(await newCustomer(), { board: "projects" });
  const page = await open(await signedIn(acmeAdmin, acme));
  const changes: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") changes.push(request.postDataJSON());
  });
  await goTo(page, `/feedback/${String(item.id)}`);
  const select = page.getByLabel("Category", { exact: true });
  const save = page.getByRole("button", { name: "Save category" });
  await expect(select).toBeEnabled();
  await select.press("ArrowDown");
  await select.press("ArrowDown");
  const passed = await select.inputValue();
  expect(passed).not.toBe(item.category);
  // Long enough for what would be sent at once.
  await page.waitForTimeout(300);
  expect(changes).toEqual([]);

  const goOn = await holdBack(page, /\/api\/feedback\/\d+$/);
  await save.click();
  await select.selectOption({ label: "Bug Report" });
  goOn();
  await expect(save).toBeVisible();
  await expect(select).toHaveValue("bug");
  await save.click();
  const article = page.getByRole("main").getByRole("article").first();
  await expect(article).toContainText("Category: Bug Report");
  await expect(save).toHaveCount(0);
  expect(changes).toEqual([{ category: passed }, { category: "bug" }]);
});

test("a note typed on while a status is being saved is not lost", async ({ open }) => {
  const item = await newItem(await newCustomer());
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback/${String(item.id)}`);
  const manage = page.getByRole("region", { name: "Manage" });
  const note = manage.getByLabel(/Public note/);
  await manage.getByLabel("Status").selectOption({ label: "Planned" });
  await note.fill("Sent");
  const goOn = await holdBack(page, /\/api\/feedback\/\d+$/);
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(manage.getByRole("button", { name: "Saving..." })).toBeVisible();
  await manage.getByLabel("Status").selectOption({ label: "Complete" });
  await note.fill("Typed");
  goOn();
  await expect(shownToast(page)).toContainText("Feedback updated successfully");
  await expect(manage.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(page.getByText("Status changed from New to Planned")).toBeVisible();
  await expect(manage.getByLabel("Status")).toHaveValue("complete");
  await expect(note).toHaveValue("Typed");
});

test("an admin deletes an item only after being asked", async ({ open, complaints }) => {
  // Of the page itself, which may hear that the item is gone before it has the answer.
  complaints.expect(/status of 404/);
  const item = await newItem(await newCustomer(), { board: "time-tracking" });
  const path = `/feedback/${String(item.id)}`;
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `${path}?from=%2Fboard%2Ftime-tracking`);
  const ask = page.getByRole("button", { name: "Delete", exact: true });
  await ask.click();
  const question = page.getByRole("alertdialog", { name: "Delete Feedback" });
  await expect(question).toContainText(item.title);
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(ask).toBeFocused();
  await ask.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(shownToast(page)).toContainText("Feedback deleted successfully");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Time Tracking");
  await expect.poll(() => addressOf(page)).toBe("/board/time-tracking");
  expect((await goTo(page, path)).status()).toBe(404);
});

test("an item that somebody else has deleted is said to be gone when one deletes it", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const author = await newCustomer();
  const { id } = await newItem(author);
  const admin = await signedIn(acmeAdmin, acme);
  const page = await open(admin);
  await withoutLiveUpdates(page);
  await goTo(page, `/feedback/${String(id)}`);
  await callApi(admin, feedbackApi.remove, { params: { id } });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Delete feedback" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Feedback item not found");
});
