import type { Locator, Page } from "@playwright/test";
import { boardsApi } from "#contract/boards.ts";
import { callApi } from "./support/callApi.ts";
import { newBoard, ownCompany } from "./support/companyAdmin.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, PHONE } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { runSql } from "./support/runSql.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const PATH = "/company/boards";

const cards = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") });
const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole("heading", { name, exact: true }) });

test("a board is created, its slug proposed from its name and checked while it is typed", async ({
  open,
}) => {
  const { company, admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Feedback Boards");
  await expect(page.getByText("No boards yet")).toBeVisible();
  await page.getByRole("button", { name: "New Board" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Board" });
  await expect(fieldOf(dialog, "Name")).toBeFocused();
  await dialog.getByRole("button", { name: "Create Board" }).click();
  await expectMessages(dialog, { Name: "Board name is required", Slug: "Slug is required" });
  await fieldOf(dialog, "Name").pressSequentially("Crème brûlée & Co");
  await expect(fieldOf(dialog, "Slug")).toHaveValue("creme-brulee-co");
  await expect(dialog.getByText(`${company.host}:`, { exact: false })).toContainText(
    "/board/creme-brulee-co",
  );
  await expect(fieldOf(dialog, "Slug")).not.toHaveAttribute("aria-invalid");
  await fillIn(dialog, { Slug: "no_good" });
  const shape = "Slug can only contain lowercase letters, numbers, and single hyphens between them";
  await expectMessages(dialog, { Slug: shape });
  await fillIn(dialog, {
    Slug: "sweets",
    Description: "Everything sweet.\nAnd sour.",
    Name: "Desserts",
  });
  await expect(fieldOf(dialog, "Slug")).toHaveValue("sweets");
  await dialog.getByRole("button", { name: "Create Board" }).click();
  await expect(shownToast(page)).toHaveText(/^Board created successfully/);
  await expect(dialog).toBeHidden();
  await expect(card(page, "Desserts")).toContainText("/sweets");
  await expect(card(page, "Desserts")).toContainText("0 items");
  await card(page, "Desserts").getByRole("link").click();
  await expect(page).toHaveURL(`${originOf(company.host)}/board/sweets`);
  await expect(page.getByRole("main").getByText("Everything sweet.")).toBeVisible();
});

test("a slug that another board has is refused while it is typed, and by the server", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const { admin } = await ownCompany("Ideas");
  const page = await open(admin);
  await goTo(page, PATH);
  await page.getByRole("button", { name: "New Board" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Board" });
  await fillIn(dialog, { Name: "Ideas" });
  await expectMessages(dialog, { Slug: "Slug is already taken" });
  await dialog.getByRole("button", { name: "Create Board" }).click();
  await expect(fieldOf(dialog, "Slug")).toBeFocused();
  // Somebody else is quicker.
  await newBoard(admin, { name: "Bugs" });
  await fillIn(dialog, { Name: "Bugs", Slug: "bugs" });
  await dialog.getByRole("button", { name: "Create Board" }).click();
  await expectMessages(dialog, { Slug: "Slug is already taken" });
  await fillIn(dialog, { Slug: "other-bugs" });
  await dialog.getByRole("button", { name: "Create Board" }).click();
  await expect(cards(page)).toHaveCount(3);
});

test("a board is edited and made private, which hides it from everyone but admins", async ({
  open,
}) => {
  const { company, admin } = await ownCompany("Ideas");
  const page = await open(admin);
  const visitor = await open(company);
  await goTo(page, PATH);
  await expect(card(page, "Ideas")).toContainText("No description");
  await page.getByRole("button", { name: "Edit Ideas" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Board" });
  await expect(dialog.getByText("Only company admins can access a private board.")).toBeVisible();
  await fillIn(dialog, { Name: "Secret Ideas", Description: "For us." });
  await expect(fieldOf(dialog, "Slug")).toHaveValue("ideas");
  await fillIn(dialog, { Slug: "secret-ideas" });
  await expect(dialog.getByText("Links to the old address will no longer work.")).toBeVisible();
  await dialog.getByRole("switch", { name: "Private board" }).check();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^Board updated successfully/);
  await expect(card(page, "Secret Ideas")).toContainText("Private");
  await expect(page.getByRole("button", { name: "Edit Secret Ideas" })).toBeFocused();
  expect((await goTo(visitor, "/board/secret-ideas")).status()).toBe(404);
  await goTo(page, "/board/secret-ideas");
  await expect(page.getByText("Private Board", { exact: true })).toBeVisible();
});

test("a board is deleted with its items once its exact name is typed", async ({ open }) => {
  const { company, admin } = await ownCompany("Keep me", "Drop me");
  const items = [
    await newItem(admin, { board: "drop-me" }),
    await newItem(admin, { board: "drop-me" }),
  ];
  const page = await open(admin);
  await goTo(page, PATH);
  await page.getByRole("button", { name: "Delete Drop me" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Board" });
  await expect(dialog).toContainText("2 items");
  const confirm = dialog.getByRole("button", { name: "Delete", exact: true });
  const name = dialog.getByLabel("Type the board's name to confirm");
  await expect(name).toBeFocused();
  for (const wrong of ["", "drop me", "Drop me ", "Drop m"]) {
    await name.fill(wrong);
    await expect(confirm).toBeDisabled();
    await name.press("Enter");
  }
  await name.fill("Drop me");
  await confirm.click();
  await expect(shownToast(page)).toHaveText(/^Board deleted successfully/);
  await expect(dialog).toBeHidden();
  await expect(cards(page).getByRole("heading")).toHaveText(["Keep me"]);
  await expect(page.getByRole("heading", { name: "Feedback Boards" })).toBeFocused();
  for (const { id } of items) {
    expect((await sendRequest(company, `/feedback/${String(id)}`)).status).toBe(404);
  }
});

test("in a window as low as one enlarged four times, a dialog is read and answered", async ({
  open,
}) => {
  const { admin } = await ownCompany("Drop me");
  const page = await open(admin, { viewport: { width: 320, height: 256 } });
  await goTo(page, PATH);
  await page.getByRole("button", { name: "Delete Drop me" }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Delete Board" });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Type the board's name to confirm").fill("Drop me");
  const parts = [
    dialog.getByRole("heading", { name: "Delete Board" }),
    dialog.getByRole("button", { name: "Close" }),
    dialog.getByRole("button", { name: "Cancel" }),
    dialog.getByRole("button", { name: "Delete", exact: true }),
  ];
  for (const part of parts) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  await parts.at(-1)?.click();
  await expect(shownToast(page)).toHaveText(/^Board deleted successfully/);
});

async function openReorder(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Reorder Boards" }).click();
  const dialog = page.getByRole("dialog", { name: "Reorder Boards" });
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
  return dialog;
}

const orderIn = (dialog: Locator) => dialog.getByRole("listitem").getByText(/^Board \w+$/);

async function saveOrder(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save Order" }).click();
  await expect(shownToast(dialog.page())).toHaveText(/^Board order updated successfully/);
  await expect(dialog).toBeHidden();
}

test("boards are ordered by keyboard, each move read out; sidebar and roadmap follow", async ({
  open,
}) => {
  const { company, admin } = await ownCompany("Board one", "Board two", "Board three");
  const page = await open(admin);
  await goTo(page, PATH);
  const dialog = await openReorder(page);
  await dialog.getByRole("button", { name: "Move Board three", exact: true }).focus();
  const spoken = page.locator("[id^=DndLiveRegion]");
  await page.keyboard.press("Space");
  await expect(spoken).toHaveText("Board three is picked up, at position 3 of 3.");
  // The list listens to the arrows from the next timer on, and a key that is pressed by a program can come before it.
  await page.evaluate(async () => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.press("ArrowUp");
  await expect(spoken).toHaveText("Board three is now at position 2 of 3.");
  await page.keyboard.press("ArrowUp");
  await expect(spoken).toHaveText("Board three is now at position 1 of 3.");
  await page.keyboard.press("Space");
  await expect(spoken).toHaveText("Board three is dropped at position 1 of 3.");
  await expect(orderIn(dialog)).toHaveText(["Board three", "Board one", "Board two"]);
  await saveOrder(dialog);

  const order = ["Board three", "Board one", "Board two"];
  await expect(cards(page).getByRole("heading")).toHaveText(order);
  const visitor = await open(company, { viewport: { width: 1280, height: 900 } });
  await goTo(visitor, "/roadmap");
  const buttons = visitor.getByRole("navigation", { name: "Boards" }).getByRole("link");
  await expect(buttons).toHaveText(order.map((name) => new RegExp(`^${name}`)));
  await goTo(visitor, "/feedback");
  const links = visitor.getByRole("complementary").getByRole("link", { name: /^Board/ });
  await expect(links).toHaveText(order.map((name) => new RegExp(`^${name}`)));
});

/** Drags a handle with the mouse to the place of another. */
async function drag(page: Page, handle: Locator, target: Locator): Promise<void> {
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error("The handles are not drawn");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  // The click that ends a drag is swallowed, and whatever else is clicked within 50 ms.
  await page.waitForTimeout(100);
}

test("boards are ordered by mouse and by the arrows, and Escape puts one back", async ({
  open,
}) => {
  const { admin } = await ownCompany("Board one", "Board two", "Board three");
  const page = await open(admin);
  await goTo(page, PATH);
  const dialog = await openReorder(page);
  const handleOf = (name: string) =>
    dialog.getByRole("button", { name: `Move ${name}`, exact: true });
  await handleOf("Board one").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await expect(orderIn(dialog)).toHaveText(["Board one", "Board two", "Board three"]);

  await dialog.getByRole("button", { name: "Move Board one down" }).click();
  await expect(orderIn(dialog)).toHaveText(["Board two", "Board one", "Board three"]);
  await drag(page, handleOf("Board two"), handleOf("Board three"));
  await expect(orderIn(dialog)).toHaveText(["Board one", "Board three", "Board two"]);
  await saveOrder(dialog);
  const { body } = await callApi(admin, boardsApi.list);
  expect(body.map(({ name }) => name)).toEqual(["Board one", "Board three", "Board two"]);
});

test("boards are ordered with a finger", async ({ open }) => {
  const { admin } = await ownCompany("Board one", "Board two", "Board three");
  const page = await open(admin, { viewport: PHONE, hasTouch: true, isMobile: true });
  await goTo(page, PATH);
  const dialog = await openReorder(page);
  const centre = async (name: string) => {
    const box = await dialog
      .getByRole("button", { name: `Move ${name}`, exact: true })
      .boundingBox();
    if (!box) throw new Error("The handle is not drawn");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await centre("Board three"), await centre("Board one")];
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const y = from.y + (to.y - from.y) * part;
    await session.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ ...from, y }],
    });
  }
  // A finger rests before it lets go: what it is over is found a frame later.
  await expect(page.getByText("Board three is now at position 1 of 3.")).toBeAttached();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(orderIn(dialog)).toHaveText(["Board three", "Board one", "Board two"]);
});

test("an order that misses a board somebody has added is refused, and the list comes anew", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const { admin } = await ownCompany("Board one", "Board two");
  const page = await open(admin);
  await goTo(page, PATH);
  const dialog = await openReorder(page);
  await dialog.getByRole("button", { name: "Move Board one down" }).click();
  await newBoard(admin, { name: "Board late" });
  await dialog.getByRole("button", { name: "Save Order" }).click();
  const refusal = "The boards have changed meanwhile. Reload and order them again.";
  await expect(dialog.getByRole("alert")).toContainText(refusal);
  await expect(orderIn(dialog)).toHaveText(["Board two", "Board one", "Board late"]);
  await saveOrder(dialog);
  await expect(cards(page).getByRole("heading")).toHaveText([
    "Board two",
    "Board one",
    "Board late",
  ]);
});

test("a dialog asks before it closes on what was typed or moved", async ({ open }) => {
  const { admin } = await ownCompany("Board one", "Board two");
  const page = await open(admin);
  await goTo(page, PATH);
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await page.getByRole("button", { name: "New Board" }).click();
  const form = page.getByRole("dialog", { name: "Create New Board" });
  await fillIn(form, { Name: "Half" });
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(fieldOf(form, "Name")).toHaveValue("Half");
  await form.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("button", { name: "New Board" })).toBeFocused();

  const order = await openReorder(page);
  await page.keyboard.press("Escape");
  await expect(order).toBeHidden();
  await openReorder(page);
  await order.getByRole("button", { name: "Move Board one down" }).click();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(order).toBeHidden();
  await expect(cards(page).getByRole("heading")).toHaveText(["Board one", "Board two"]);
});

test("an admin whose account has no company is told so", async ({ open }) => {
  const { adminAtProduct } = await ownCompany();
  await runSql("update user_account set home_company_id = null where username = $1", [
    adminAtProduct.username,
  ]);
  const page = await open(adminAtProduct);
  await goTo(page, PATH);
  await expect(
    page.getByText("No company associated with your account.", { exact: true }),
  ).toBeVisible();
});
