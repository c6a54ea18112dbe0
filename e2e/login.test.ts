import type { Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import {
  acme,
  acmeAdmin,
  acmeCustomer,
  newCustomer,
  product,
  signedIn,
  signIn,
} from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const email = (page: Page) => page.getByLabel("Work email");
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const submit = (page: Page) => page.getByRole("main").getByRole("button", { name: "Log in" });

test("wrong credentials give the toast, the same for an unknown account", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const page = await open(acme);
  await goTo(page, "/login");
  for (const username of [acmeCustomer.username, "nobody@example.com"]) {
    await email(page).fill(username);
    await password(page).fill("not the password");
    await submit(page).click();
    await expect(shownToast(page)).toContainText("Login failed");
    await expect(shownToast(page)).toContainText("Invalid credentials");
    await expect(password(page)).toBeFocused();
    await shownToast(page).getByRole("button", { name: "Close" }).click();
    await expect(shownToast(page)).toHaveCount(0);
  }
});

test("empty fields say what they need", async ({ open }) => {
  const page = await open(product);
  await goTo(page, "/login");
  await submit(page).click();
  await expect(email(page)).toHaveAccessibleDescription("Email is required");
  await expect(email(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription("Password is required");
});

test("the page says its texts, and the button what it is doing", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/login");
  await expect(page.getByText("Log in to your account to continue")).toBeVisible();
  await email(page).fill(` ${acmeCustomer.username.toUpperCase()} `);
  await password(page).fill(acmeCustomer.password);
  const goOn = await holdBack(page, /\/api\/login$/);
  await password(page).press("Enter");
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  goOn();
  await expect(page).toHaveURL(`${originOf(acme.host)}/roadmap`);
});

test("after signing in one never lands on another site", async ({ open }) => {
  const targets = {
    "//evil.example": "/roadmap",
    "https://evil.example": "/roadmap",
    "/login": "/roadmap",
  };
  for (const [from, landing] of Object.entries({
    ...targets,
    "/changelog?x=1": "/changelog?x=1",
  })) {
    const page = await open(acme);
    await goTo(page, `/login?from=${encodeURIComponent(from)}`);
    await email(page).fill(acmeCustomer.username);
    await password(page).fill(acmeCustomer.password);
    await submit(page).click();
    await expect(page).toHaveURL(originOf(acme.host) + landing);
  }
});

test("who is signed in has no use for the sign-in pages", async ({ open }) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  for (const path of ["/login", "/register"]) {
    await goTo(page, path);
    await expect.poll(() => addressOf(page)).toBe("/roadmap");
  }
});

test("the password can be shown", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/login");
  await expect(password(page)).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
});

test("the avatar menu tells who is signed in and leads to the profile", async ({ open }) => {
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, "/roadmap");
  const avatar = page.getByRole("button", { name: "Account menu of Maya Lindqvist" });
  await expect(avatar).toContainText("ML");
  await avatar.click();
  const menu = page.getByRole("menu");
  await expect(menu).toContainText("Maya Lindqvist");
  await expect(menu).toContainText("admin@acme.example");
  await expect(menu).toContainText("Company admin");
  await menu.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("User Settings");
  await expect(page.getByRole("main")).toContainText("Maya Lindqvist");
  await expect(page.getByRole("main")).toContainText("admin@acme.example");
});

test("logging out reloads the page and leaves nothing of the session", async ({ open }) => {
  const page = await open(await signIn(acmeAdmin, acme));
  await goTo(page, "/feedback");
  await expect(page.getByRole("link", { name: /Team Backlog/ })).toBeVisible();
  const goOn = await holdBack(page, /\/api\/logout$/);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("menuitem", { name: "Logging out..." })).toBeVisible();
  const reloaded = page.waitForEvent("load");
  goOn();
  await reloaded;
  await untilHydrated(page);
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  expect(await page.content()).not.toContain("Team Backlog");
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: "hearback_session" }),
  );
  await goTo(page, "/settings");
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fsettings");
});

test("what one was writing is not there for the next one who signs in", async ({ open }) => {
  const customer = await newCustomer();
  const page = await open(await signIn(customer, acme));
  const { id } = await newItem(customer);
  const writing = page.getByLabel("Your comment");
  const title = page.getByRole("dialog").getByLabel("Title");
  await goTo(page, "/feedback?submit=1");
  await title.fill("Nobody else's business");
  await goTo(page, `/feedback/${String(id)}`);
  await writing.fill("Between you and me");
  await page.reload();
  await expect(writing).toHaveValue("Between you and me");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("link", { name: "Log in to comment" }).click();
  const next = await newCustomer();
  await email(page).fill(next.username);
  await password(page).fill(next.password);
  await submit(page).click();
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
  await expect(writing).toHaveValue("");
  await goTo(page, "/feedback?submit=1");
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("");
});

test("when logging out fails, the toast says so and one stays signed in", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const page = await open(await newCustomer());
  await goTo(page, "/changelog");
  await page.route(/\/api\/logout$/, (route) => route.abort());
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(shownToast(page)).toContainText("Logout failed");
  await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
});

test("logging out asks before unsaved changes are lost, and while one is still signed in", async ({
  open,
  complaints,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await goTo(page, "/company/settings");
  await fillIn(page, { "Company name": "Half a thought" });
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  const logOut = async () => {
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  await logOut();
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");
  await callApi(admin, authApi.currentUser);

  // Where it fails, the form is still there, and so is the question.
  await page.route(/\/api\/logout$/, (route) =>
    route.fulfill({ status: 503, json: { message: "Busy" } }),
  );
  complaints.expect(/status of 503/);
  await logOut();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(shownToast(page)).toContainText("Logout failed");
  await page.unroute(/\/api\/logout$/);
  await page.getByRole("banner").getByRole("link", { name: "Roadmap" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");

  await logOut();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fcompany%2Fsettings");
  expect(asked).toEqual([]);
});

test("who signs in or up comes back to where they were, from whichever link", async ({ open }) => {
  const page = await open(acme);
  const header = page.getByRole("banner");
  const main = page.getByRole("main");
  await goTo(page, "/changelog?x=1");
  await header.getByRole("link", { name: "Sign up" }).click();
  await expect.poll(() => addressOf(page)).toBe("/register?from=%2Fchangelog%3Fx%3D1");
  await main.getByRole("link", { name: "Log in" }).click();
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fchangelog%3Fx%3D1");
  await main.getByRole("link", { name: "Forgot password?" }).click();
  await expect.poll(() => addressOf(page)).toBe("/forgot-password?from=%2Fchangelog%3Fx%3D1");
  await header.getByRole("link", { name: "Log in" }).click();
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fchangelog%3Fx%3D1");
  // The page before has a field of the same name, and stands until this one is drawn.
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await email(page).fill(acmeCustomer.username);
  await password(page).fill(acmeCustomer.password);
  await submit(page).click();
  await expect.poll(() => addressOf(page)).toBe("/changelog?x=1");
});

test("the token of a mailed link stays where it is", async ({ open }) => {
  const page = await open(acme);
  const path = `/reset-password?token=${"t".repeat(43)}`;
  for (const [where, name, to] of [
    ["main", "Log in", "/login"],
    ["banner", "Log in", "/login"],
    ["banner", "Sign up", "/register"],
  ] as const) {
    await goTo(page, path);
    await expect(page.getByLabel("New password")).toBeVisible();
    await page.getByRole(where).getByRole("link", { name }).click();
    await expect.poll(() => addressOf(page)).toBe(to);
  }
});
