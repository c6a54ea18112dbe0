import type { Locator, Page } from "@playwright/test";
import { acme, acmeAdmin, acmeCustomer, newCustomer, signedIn } from "./support/accounts.ts";
import { failWith, FEEDBACK_LIST, holdBack } from "./support/apiCalls.ts";
import { newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: "Submit Feedback" });
const boardIn = (dialog: Locator): Locator => dialog.getByLabel("Board", { exact: true });
const submitIn = (dialog: Locator): Locator =>
  dialog.getByRole("button", { name: "Submit Feedback" });

test("an empty form says beside each field what it needs, and sends nothing", async ({ open }) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await goTo(page, "/feedback?submit=1");
  const dialog = dialogOf(page);
  await submitIn(dialog).click();
  const title = dialog.getByLabel("Title");
  await expect(title).toHaveAccessibleDescription("Title is required");
  await expect(title).toBeFocused();
  await expect(dialog.getByLabel("Description")).toHaveAccessibleDescription(
    "Description is required",
  );
  await expect(boardIn(dialog)).toHaveAccessibleDescription("Board is required");
  await title.fill("x".repeat(201));
  await expect(title).toHaveAccessibleDescription("Title must be at most 200 characters");
  expect(sent).toEqual([]);
});

test("a draft survives closing and reloading, and is gone once it is sent", async ({ open }) => {
  const page = await open(await newCustomer());
  const title = newTitle("A draft");
  await goTo(page, "/feedback");
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Description").fill("Half a thought");
  await boardIn(dialog).selectOption({ label: "Projects & Planning" });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect.poll(() => addressOf(page)).toBe("/feedback");

  await page.reload();
  await untilHydrated(page);
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue(title);
  await expect(dialog.getByLabel("Description")).toHaveValue("Half a thought");
  await expect(boardIn(dialog).locator("option:checked")).toHaveText("Projects & Planning");
  await submitIn(dialog).click();
  await expect(shownToast(page)).toContainText("Feedback submitted successfully");
  await expect(page.getByText(`You submitted ${title}`)).toBeVisible();
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue("");
});

test("a press outside loses nothing, and Back closes the dialog", async ({ open }) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  await goTo(page, "/feedback");
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await expect.poll(() => addressOf(page)).toBe("/feedback?submit=1");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect.poll(() => addressOf(page)).toBe("/feedback");
});

test("?submit=1 leads a visitor to sign in and then into the dialog", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/board/time-tracking?submit=1");
  await expect(page).toHaveURL(
    `${originOf(acme.host)}/login?from=${encodeURIComponent("/board/time-tracking?submit=1")}`,
  );
  await page.getByLabel("Work email").fill(acmeCustomer.username);
  await page.getByLabel("Password", { exact: true }).fill(acmeCustomer.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(dialogOf(page)).toBeVisible();
  await expect(boardIn(dialogOf(page)).locator("option:checked")).toHaveText("Time Tracking");
});

test("c opens the dialog, Ctrl and Enter send it, from any field", async ({ open }) => {
  const page = await open(await newCustomer());
  for (const field of ["Title", "Description"]) {
    await goTo(page, "/board/projects");
    await page.keyboard.press("c");
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel("Title")).toBeFocused();
    await expect(boardIn(dialog).locator("option:checked")).toHaveText("Projects & Planning");
    const title = newTitle("By keyboard");
    await page.keyboard.type(title);
    await page.keyboard.press("Tab");
    await dialog.getByLabel("Description").fill("No mouse was used.");
    await dialog.getByLabel(field).focus();
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`You submitted ${title}`)).toBeVisible();
  }
});

test("while it is being sent the dialog stays, says so, and sends once", async ({ open }) => {
  const page = await open(await newCustomer());
  await goTo(page, "/board/projects?submit=1");
  let sent = 0;
  const goOn = await holdBack(page, /\/api\/feedback$/);
  page.on("request", (request) => {
    if (request.method() === "POST") sent += 1;
  });
  const dialog = dialogOf(page);
  const title = newTitle("Sent slowly");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Description").fill("Patience.");
  await submitIn(dialog).click();
  await expect(dialog.getByRole("button", { name: "Submitting..." })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeVisible();
  goOn();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`You submitted ${title}`)).toBeVisible();
  expect(sent).toBe(1);
});

test("when it fails, the toast says why and nothing that was typed is lost", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const page = await open(await newCustomer());
  await goTo(page, "/board/projects?submit=1");
  await failWith(page, FEEDBACK_LIST, 500, "Something went wrong");
  const dialog = dialogOf(page);
  await dialog.getByLabel("Title").fill("Stays here");
  await dialog.getByLabel("Description").fill("And so does this.");
  await submitIn(dialog).click();
  await expect(shownToast(page)).toContainText("Error");
  await expect(shownToast(page)).toContainText("Something went wrong");
  await expect(dialog.getByLabel("Title")).toHaveValue("Stays here");
});

test("similar feedback shows up while the title is typed", async ({ open }) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  await goTo(page, "/feedback?submit=1");
  await dialogOf(page).getByLabel("Title").fill("Sync with my Google calendar");
  const similar = dialogOf(page).getByRole("region", { name: "Similar feedback" });
  await expect(
    similar.getByRole("link", { name: "Two-way sync with Google Calendar" }),
  ).toBeVisible();
});

test("only admins are offered private boards, apart from the others", async ({ open }) => {
  const admin = await open(await signedIn(acmeAdmin, acme));
  await goTo(admin, "/feedback?submit=1");
  const privateBoards = boardIn(dialogOf(admin)).locator('optgroup[label="Private Boards"] option');
  await expect(privateBoards).toHaveText(["Team Backlog"]);
  const customer = await open(await signedIn(acmeCustomer, acme));
  await goTo(customer, "/feedback?submit=1");
  await expect(boardIn(dialogOf(customer))).toBeVisible();
  await expect(boardIn(dialogOf(customer))).not.toContainText("Team Backlog");
});
