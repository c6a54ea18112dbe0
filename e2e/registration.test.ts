import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { acme, acmeCustomer, newCompany, newEmail, product } from "./support/accounts.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { runSql } from "./support/runSql.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const submit = (page: Page) => page.getByRole("main").getByRole("button", { name: "Sign up" });

/** Fills in the fields by their labels. */
async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** Each field shows its message. */
async function expectMessages(
  page: Page,
  messages: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, message] of Object.entries(messages)) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${message}`));
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
}

test("a company signs up on the product's host and is at home there", async ({ open }) => {
  const page = await open(product);
  await goTo(page, "/");
  await page.getByRole("link", { name: "Get Started Free" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
  await expect(page.getByText(".localhost", { exact: true })).toBeVisible();
  const subdomain = `New-${randomUUID().slice(0, 8)}`;
  await fillIn(page, {
    "Full name": "Grace Brewster Hopper",
    "Work email": newEmail(),
    "Company/app name": "Compilers & Sons",
    "Portal subdomain": subdomain,
    Password: "a long password",
  });
  await submit(page).click();
  await expect(page).toHaveURL(`${originOf(product.host)}/roadmap`);
  await expect(page.getByRole("button", { name: /^Account menu/ })).toContainText("GB");
  const portal = await open({ host: `${subdomain.toLowerCase()}.localhost` });
  await goTo(portal, "/");
  await expect(portal).toHaveTitle(/^Product Roadmap · Compilers & Sons · /);
});

test("every field of a company's registration says what is wrong with it", async ({ open }) => {
  const page = await open(product);
  await goTo(page, "/register");
  await submit(page).click();
  await expectMessages(page, {
    "Full name": "Full name must be at least 2 characters",
    "Work email": "Invalid email format",
    "Company/app name": "Company name must be at least 2 characters",
    "Portal subdomain": "Subdomain must be at least 3 characters",
    Password: "Password must be at least 8 characters",
  });
  await expect(page.getByLabel("Full name")).toBeFocused();
  // Once is enough: the help that says the same gives way.
  await expect(page.getByText(/at least 8 characters/i)).toHaveCount(1);
  await fillIn(page, {
    "Work email": "no-address",
    "Portal subdomain": "-acme-",
    Password: "short",
  });
  await expectMessages(page, {
    "Work email": "Invalid email format",
    "Portal subdomain":
      "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen",
    Password: "Password must be at least 8 characters",
  });
  await fillIn(page, { "Portal subdomain": "a".repeat(64) });
  await expectMessages(page, { "Portal subdomain": "Subdomain must be less than 63 characters" });
});

test("what is taken is said in the toast and beside its field", async ({ open, complaints }) => {
  complaints.expect(/status of 409/);
  const page = await open(product);
  await goTo(page, "/register");
  await fillIn(page, {
    "Full name": "Robin Tester",
    "Work email": newEmail(),
    "Company/app name": "Acme again",
    "Portal subdomain": "acme",
    Password: "a long password",
  });
  for (const taken of ["acme", "admin"]) {
    await page.getByLabel("Portal subdomain").fill(taken);
    await submit(page).click();
    await expect(shownToast(page)).toContainText("Registration failed");
    await expectMessages(page, { "Portal subdomain": "Subdomain is already taken" });
  }
  await fillIn(page, {
    "Portal subdomain": `free-${randomUUID().slice(0, 8)}`,
    "Work email": acmeCustomer.username,
  });
  await submit(page).click();
  await expect(shownToast(page)).toContainText("Username already exists");
  await expectMessages(page, { "Work email": "Username already exists" });
});

test("a customer's registration asks for name, email and password only", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/register");
  await expect(page.getByLabel("Portal subdomain")).toHaveCount(0);
  await expect(page.getByLabel("Company/app name")).toHaveCount(0);
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "At least 8 characters.",
  );
  await submit(page).click();
  await expectMessages(page, {
    "Full name": "Full name must be at least 2 characters",
    "Work email": "Invalid email format",
    Password: "Password must be at least 8 characters",
  });
  await expect(page.getByText(/at least 8 characters/i)).toHaveCount(1);
  await fillIn(page, {
    "Full name": "Robin Tester",
    "Work email": newEmail(),
    Password: "a long password",
  });
  await submit(page).click();
  await expect(page).toHaveURL(`${originOf(acme.host)}/roadmap`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Account menu of Robin Tester" }).click();
  await expect(page.getByRole("menu")).toContainText("User");
});

test("where a company takes no new customers, the page says so instead of the form", async ({
  open,
}) => {
  const { company, subdomain } = await newCompany();
  await runSql("update company set allow_customer_sign_up = false where subdomain = $1", [
    subdomain,
  ]);
  const page = await open(company);
  await goTo(page, "/register");
  await expect(page.getByText("Public registration is disabled")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
});

test("where the product takes no new companies, the page says so instead of the form", async ({
  open,
}) => {
  const page = await open(product);
  // The switch is the whole installation's, and other tests register meanwhile: only this page is told that it is off.
  await page.route(/\/login$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '"registrationOpen":true',
      '"registrationOpen":false',
    );
    await route.fulfill({ response, body });
  });
  await goTo(page, "/login");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByText("Public registration is disabled")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
});
