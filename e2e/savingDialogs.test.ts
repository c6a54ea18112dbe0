import type { Page } from "@playwright/test";
import { newCustomer } from "./support/accounts.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

interface Refusal {
  readonly status: number;
  readonly json: object;
}

/** Holds the next such call back; the result refuses it, or lets it go on. */
async function holdOne(page: Page, address: RegExp): Promise<(refusal?: Refusal) => void> {
  const { promise, resolve } = Promise.withResolvers<Refusal | undefined>();
  await page.route(
    address,
    async (route) => {
      const refusal = await promise;
      await (refusal ? route.fulfill(refusal) : route.continue());
    },
    { times: 1 },
  );
  return resolve;
}

const EDIT = /\/api\/feedback\/\d+$/;

test("nothing can be typed into a dialog that is being saved, and a keyboard finds its place again", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of (?:400|503)/);
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Feedback" });
  const field = dialog.getByLabel("Title");
  const description = dialog.getByLabel("Description");
  await description.fill("Said better.");

  // What is pressed in the field is refused: the focus waits on the button, which says what it does.
  let answer = await holdOne(page, EDIT);
  await field.press("Enter");
  const saving = dialog.getByRole("button", { name: "Saving..." });
  await expect(saving).toBeFocused();
  await page.keyboard.type(" and more");
  await expect(field).toBeDisabled();
  await expect(description).toBeDisabled();
  answer({ status: 503, json: { message: "Too busy" } });
  await expect(shownToast(page)).toContainText("Too busy");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(title);

  // The first wrong field comes before the one that had the focus.
  answer = await holdOne(page, EDIT);
  await field.press("Enter");
  await expect(saving).toBeFocused();
  answer({ status: 400, json: { message: "Invalid", errors: { description: ["Not so loud"] } } });
  await expect(description).toBeFocused();
  await expect(description).toHaveAccessibleDescription("Not so loud");
  await expect(field).toBeEnabled();

  answer = await holdOne(page, EDIT);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(saving).toBeFocused();
  answer({ status: 400, json: { message: "Invalid", errors: { title: ["Not so short"] } } });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Not so short");

  answer = await holdOne(page, EDIT);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(field).toBeDisabled();
  answer();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Said better.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
});

test("nor into one whose name turns out to be taken", async ({ open, complaints }) => {
  complaints.expect(/status of 409/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, "/company/categories");
  for (const isTaken of [false, true]) {
    await page.getByRole("button", { name: "Add Category" }).click();
    const dialog = page.getByRole("dialog");
    const name = fieldOf(dialog, "Category name");
    await name.fill("Mobile");
    const answer = await holdOne(page, /\/api\/categories$/);
    await name.press("Enter");
    await expect(name).toBeDisabled();
    answer();
    await (isTaken ? expect(name).toBeFocused() : expect(dialog).toBeHidden());
  }
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
});

test("feedback that is being sent cannot be changed, and what is similar to it can be opened", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const page = await open(await newCustomer());
  await goTo(page, "/board/projects?submit=1");
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn(dialog, { Title: "Sync with my Google calendar", Description: "Both ways." });
  const similar = dialog.getByRole("link", { name: "Two-way sync with Google Calendar" });
  await expect(similar).toBeVisible();
  const answer = await holdOne(page, /\/api\/feedback$/);
  const description = dialog.getByLabel("Description");
  await description.press("Control+Enter");
  await expect(dialog.getByRole("button", { name: "Submitting..." })).toBeFocused();
  await page.keyboard.type("Or one.");
  for (const label of ["Title", "Description", "Board", "Category"]) {
    await expect(dialog.getByLabel(label, { exact: true })).toBeDisabled();
  }
  await expect(similar).toBeEnabled();
  answer({ status: 503, json: { message: "Too busy" } });
  await expect(shownToast(page)).toContainText("Too busy");
  await expect(description).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" Please.");
  await expect(description).toHaveValue("Both ways. Please.");
});
