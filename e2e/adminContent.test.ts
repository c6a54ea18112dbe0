import type { Locator, Page } from "@playwright/test";
import { product, signedIn, superAdmin } from "./support/accounts.ts";
import { newName } from "./support/companyAdmin.ts";
import { expectMessages, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/content";
const WIDE = { viewport: { width: 1280, height: 900 } };

const headings = (region: Locator) => region.getByRole("listitem").getByRole("heading");
const questions = (page: Page) =>
  page.getByRole("region", { name: "Frequently asked questions" }).locator("summary");

/** Moves an entry to the first place, with the keyboard. */
async function moveToTop(page: Page, kind: string, name: string): Promise<void> {
  await page.getByRole("button", { name: `Reorder ${kind}` }).click();
  const dialog = page.getByRole("dialog", { name: `Reorder ${kind}` });
  const up = dialog.getByRole("button", { name: `Move ${name} up` });
  await up.focus();
  while ((await up.getAttribute("aria-disabled")) === null) await page.keyboard.press("Enter");
  await expect(dialog.getByText(`${name} is now at position 1 of`)).toBeAttached();
  await dialog.getByRole("button", { name: "Save Order" }).click();
  await expect(shownToast(page)).toHaveText(/^Order updated successfully/);
  await expect(dialog).toBeHidden();
}

test("questions are added, edited, reordered and deleted, and the landing page follows", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  const visitor = await open(product, WIDE);
  await goTo(page, PATH);
  const region = page.getByRole("region", { name: "FAQs", exact: true });
  await page.getByRole("button", { name: "Add FAQ" }).click();
  const add = page.getByRole("dialog", { name: "Add FAQ" });
  await add.getByRole("button", { name: "Add FAQ" }).click();
  await expectMessages(add, {
    Question: "Question is required",
    Answer: "Answer is required",
  });
  const question = newName("Is it safe");
  const attack = "</script><script>document.title='taken'</script>";
  await fillIn(add, {
    Question: question,
    Answer: `${attack}\nSee https://example.com/safe`,
  });
  await add.getByRole("button", { name: "Add FAQ" }).click();
  await expect(shownToast(page)).toHaveText(/^FAQ created successfully/);
  await expect(headings(region).last()).toHaveText(question);
  await goTo(visitor, "/");
  await expect(questions(visitor).last()).toHaveText(question);
  await questions(visitor).last().click();
  await expect(visitor.getByText(attack)).toBeVisible();
  await expect(visitor.getByRole("link", { name: "https://example.com/safe" })).toBeVisible();
  await expect(visitor).not.toHaveTitle(/taken/);

  await page.getByRole("button", { name: `Edit ${question}` }).click();
  const edit = page.getByRole("dialog", { name: "Edit FAQ" });
  await fillIn(edit, { Question: `${question} now` });
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^FAQ updated successfully/);
  await moveToTop(page, "FAQs", `${question} now`);
  await expect(headings(region).first()).toHaveText(`${question} now`);
  await goTo(visitor, "/");
  await expect(questions(visitor).first()).toHaveText(`${question} now`);

  await page.getByRole("button", { name: `Delete ${question} now` }).click();
  const confirm = page.getByRole("alertdialog", { name: "Delete FAQ" });
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(shownToast(page)).toHaveText(/^FAQ deleted successfully/);
  await expect(region.getByRole("heading", { level: 3, name: "FAQs" })).toBeFocused();
  await goTo(visitor, "/");
  await expect(questions(visitor).filter({ hasText: question })).toHaveCount(0);
});

test("announcements are added, edited, reordered and deleted, and the landing page follows", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  const visitor = await open(product, WIDE);
  const announced = visitor
    .getByRole("region", { name: "Announcements" })
    .getByRole("heading", { level: 3 });
  await goTo(page, PATH);
  await page.getByRole("tab", { name: "Announcements" }).click();
  await expect.poll(() => addressOf(page)).toBe(`${PATH}?tab=announcements`);
  const region = page.getByRole("region", { name: "Announcements", exact: true });
  await page.getByRole("button", { name: "Add Announcement" }).click();
  const add = page.getByRole("dialog", { name: "Add Announcement" });
  const title = newName("Big news");
  await fillIn(add, { Title: title, Content: "It is <b>here</b>." });
  await add.getByRole("button", { name: "Add Announcement" }).click();
  await expect(shownToast(page)).toHaveText(/^Announcement created successfully/);
  await goTo(visitor, "/");
  await expect(announced.last()).toHaveText(title);
  await expect(visitor.getByText("It is <b>here</b>.")).toBeVisible();

  await page.getByRole("button", { name: `Edit ${title}` }).click();
  const edit = page.getByRole("dialog", { name: "Edit Announcement" });
  await fillIn(edit, { Title: `${title}!` });
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^Announcement updated successfully/);
  await moveToTop(page, "Announcements", `${title}!`);
  await expect(headings(region).first()).toHaveText(`${title}!`);
  await goTo(visitor, "/");
  await expect(announced.first()).toHaveText(`${title}!`);

  await page.getByRole("button", { name: `Delete ${title}!` }).click();
  const confirm = page.getByRole("alertdialog", { name: "Delete Announcement" });
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(shownToast(page)).toHaveText(/^Announcement deleted successfully/);
  await goTo(visitor, "/");
  await expect(announced.filter({ hasText: title })).toHaveCount(0);
});

test("the tabs are walked with arrows, and Documentation says what is to come", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, PATH);
  await expect(page.getByRole("tab")).toHaveText(["FAQs", "Announcements", "Documentation"]);
  await page.getByRole("tab", { name: "FAQs" }).focus();
  await page.keyboard.press("End");
  await expect(
    page.getByText("Documentation management will be implemented in a future update.", {
      exact: true,
    }),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole("tab", { name: "Documentation" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
});
