import type { Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import { eventsApi } from "#contract/events.ts";
import type { SignedIn } from "./support/accounts.ts";
import { acme, newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const WIDE_WINDOW = { viewport: { width: 1280, height: 900 } };

const accountMenu = (page: Page) => page.getByRole("button", { name: /^Account menu/ });

/** Ends a session without notifying its page, as another device would. */
const endElsewhere = (session: SignedIn) => callApi(session, authApi.logout);

async function logIn(page: Page, { username, password }: SignedIn): Promise<void> {
  await page.getByLabel("Work email").waitFor();
  await untilHydrated(page);
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

/** Runs an action that reloads the page, and waits until the new document is hydrated. */
async function untilReloaded(page: Page, action: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute("data-old-document", ""));
  await action();
  await page.locator("html[data-hydrated]:not([data-old-document])").waitFor({ state: "attached" });
}

test("a vote after the session has ended shows an error, and the page then shows that the user is signed out", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/feedback");
  await endElsewhere(customer);
  const vote = page.getByRole("article").first().getByRole("button", { name: "Vote for" });
  await untilReloaded(page, () => vote.click());
  await expect(shownToast(page)).toContainText("Not signed in");
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  await expect(accountMenu(page)).toHaveCount(0);
  await vote.click();
  await expect.poll(() => addressOf(page)).toMatch(/^\/login\?from=%2Ffeedback%3Fvote%3D\d+$/);
});

test("after the session has ended, a page that needs an account redirects to /login, and a login returns to that page", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const { admin } = await ownCompany();
  const page = await open(admin, WIDE_WINDOW);
  // The navigation must send the first request that fails. So the test waits until the settings are
  // loaded. The event stream gets no response, because an event could cause another request.
  await page.route(
    (url) => url.pathname === eventsApi.stream.path,
    () => undefined,
  );
  const fetched = page.waitForResponse(/\/api\/company\/\d+\/settings$/);
  await goTo(page, "/company/settings");
  await fetched;
  await endElsewhere(admin);
  const menu = page.getByRole("navigation", { name: "Company settings" });
  // The redirect changes the URL first. Then the page is reloaded for a visitor, which would
  // discard a login that was entered before.
  await untilReloaded(page, () => menu.getByRole("link", { name: "Audit Log" }).click());
  expect(addressOf(page)).toBe("/login?from=%2Fcompany%2Faudit-log");
  await logIn(page, admin);
  await expect.poll(() => addressOf(page)).toBe("/company/audit-log");
});

test("changes that could not be saved because the session had ended can be saved after the next login", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const { admin } = await ownCompany();
  const page = await open(admin, WIDE_WINDOW);
  await goTo(page, "/company/settings");
  await fillIn(page, { "Company name": "Half a thought" });
  await endElsewhere(admin);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toContainText("You have been logged out");
  const elsewhere = await page.context().newPage();
  await goTo(elsewhere, "/login");
  await logIn(elsewhere, admin);
  await expect(accountMenu(elsewhere)).toBeVisible();
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("link", { name: "Half a thought" }).first()).toBeVisible();
});

test("a comment that failed because the session had ended is restored after the next login", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByLabel("Your comment").fill("Worth keeping");
  await endElsewhere(customer);
  await untilReloaded(page, () => page.getByRole("button", { name: "Post Comment" }).click());
  await page.getByRole("link", { name: "Log in to comment" }).click();
  await logIn(page, customer);
  await expect.poll(() => addressOf(page)).toBe(`/feedback/${String(id)}`);
  await expect(page.getByLabel("Your comment")).toHaveValue("Worth keeping");
});

test("a submission that failed because the session had ended is restored after the next login", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const page = await open(customer);
  const title = newTitle("Worth keeping");
  await goTo(page, "/board/projects");
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn(dialog, { Title: title, Description: "Half a thought" });
  await endElsewhere(customer);
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fboard%2Fprojects%3Fsubmit%3D1");
  await logIn(page, customer);
  await expect.poll(() => addressOf(page)).toBe("/board/projects?submit=1");
  await untilHydrated(page);
  await expect(dialog.getByLabel("Title")).toHaveValue(title);
  await expect(dialog.getByLabel("Description")).toHaveValue("Half a thought");
});

test("a draft of an ended session is shown to its author, but not to the next user of the tab", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const author = await newCustomer(acme, "Ada Lovelace");
  const next = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(author);
  const page = await open(author);
  await goTo(page, "/board/projects?submit=1");
  await fillIn(page.getByRole("dialog", { name: "Submit Feedback" }), {
    Description: "Half a thought",
  });
  await goTo(page, `/feedback/${String(id)}`);
  // The form stores drafts only after its code has loaded, which enables the button.
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
  await page.getByLabel("Your comment").fill("Private thought");
  await endElsewhere(author);
  await goTo(page, `/login?from=${encodeURIComponent(`/feedback/${String(id)}`)}`);
  await logIn(page, next);
  await expect.poll(() => addressOf(page)).toBe(`/feedback/${String(id)}`);
  // The form restores drafts only after its code has loaded, which enables the button.
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
  await expect(page.getByLabel("Your comment")).toHaveValue("");
  await goTo(page, "/board/projects?submit=1");
  await expect(page.getByRole("dialog").getByLabel("Description")).toHaveValue("");

  await page.context().clearCookies();
  await goTo(page, `/login?from=${encodeURIComponent(`/feedback/${String(id)}`)}`);
  await logIn(page, author);
  await expect.poll(() => addressOf(page)).toBe(`/feedback/${String(id)}`);
  await untilHydrated(page);
  await expect(page.getByLabel("Your comment")).toHaveValue("Private thought");
  await goTo(page, "/board/projects?submit=1");
  await expect(page.getByRole("dialog").getByLabel("Description")).toHaveValue("Half a thought");
});
