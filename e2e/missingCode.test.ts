import { newCustomer } from "./support/accounts.ts";
import { failWith, VOTE } from "./support/apiCalls.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { goTo, PHONE, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

/** Matches the script with the code of dialogs, drawers and toasts. */
const WIDGETS = /\/assets\/widgets-[^/]*\.js$/;

/** Milliseconds to wait until a toast has disappeared. */
const TOAST_MS = 5_500;

test("if the code of toasts fails to load, messages are shown as plain alerts", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|status of 500/);
  const page = await open(await newCustomer(), { viewport: PHONE });
  await page.clock.install();
  await page.route(WIDGETS, (route) => route.abort());
  await goTo(page, "/feedback");
  await failWith(page, VOTE, 500, "The votes are being counted");
  const voteOn = (index: number) =>
    page.getByRole("article").nth(index).getByRole("button", { name: "Vote for" }).click();
  const plain = (text: string) => page.getByRole("alert").filter({ hasText: text });
  await voteOn(0);
  await expect(plain("The votes are being counted")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.clock.runFor(TOAST_MS);
  await expect(plain("The votes are being counted")).toHaveCount(0);
  await voteOn(1);
  await expect(plain("The votes are being counted")).toBeVisible();

  const openMenu = page.getByRole("button", { name: "Open menu" });
  await openMenu.click();
  await expect(plain("Network error occurred")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(openMenu).toHaveAttribute("aria-expanded", "false");
  await page.clock.runFor(TOAST_MS);
  await expect(plain("Network error occurred")).toHaveCount(0);
  // The browser may or may not load the code again. In both cases, the second click must show the
  // alert again.
  await openMenu.click();
  await expect(plain("Network error occurred")).toBeVisible();
  await page.unroute(WIDGETS);
  await page.reload();
  await untilHydrated(page);
  await openMenu.click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});

test("if the code of a dialog fails to load, a toast is shown and the page does not change", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const { admin } = await ownCompany("First", "Second");
  const page = await open(admin);
  await page.route(/\/assets\/(?:ShortcutsDialog|ReorderBoardsDialog)-[^/]*\.js$/, (route) =>
    route.abort(),
  );
  await goTo(page, "/company/boards");
  const openers = [
    () => page.keyboard.press("?"),
    () => page.getByRole("button", { name: "Reorder Boards" }).click(),
  ];
  for (const openDialog of openers) {
    await toastAfter(page, openDialog, /Network error occurred/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Company Settings");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
