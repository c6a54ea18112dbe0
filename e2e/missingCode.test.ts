import { acme, newCustomer } from "./support/accounts.ts";
import { failWith, VOTE } from "./support/apiCalls.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { goTo, PHONE, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

/** The code of dialogs, drawers and toasts. */
const WIDGETS = /\/assets\/widgets-[^/]*\.js$/;

test("a toast whose code does not come is said plainly, and the page stays", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|status of 500/);
  const page = await open(await newCustomer());
  await page.route(WIDGETS, (route) => route.abort());
  await goTo(page, "/feedback");
  await failWith(page, VOTE, 500, "The votes are being counted");
  const voteOn = (index: number) =>
    page.getByRole("article").nth(index).getByRole("button").click();
  await voteOn(0);
  const plain = page.getByRole("alert").filter({ hasText: "The votes are being counted" });
  await expect(plain).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(plain).toHaveCount(0, { timeout: 8_000 });
  await voteOn(1);
  await expect(plain).toBeVisible();
});

test("a drawer or dialog whose code does not come says so, and the page stays", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const page = await open(acme, { viewport: PHONE });
  await page.route(WIDGETS, (route) => route.abort());
  await goTo(page, "/feedback");
  const openMenu = page.getByRole("button", { name: "Open menu" });
  await openMenu.click();
  const plain = page.getByRole("alert").filter({ hasText: "Network error occurred" });
  await expect(plain).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(openMenu).toHaveAttribute("aria-expanded", "false");
  await expect(plain).toHaveCount(0, { timeout: 8_000 });
  // Whether the code can come by now is the browser's affair; whoever asks again is told again.
  await openMenu.click();
  await expect(plain).toBeVisible();
  await page.unroute(WIDGETS);
  await page.reload();
  await untilHydrated(page);
  await openMenu.click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});

test("a dialog with code of its own that does not come takes no page with it", async ({
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
