import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { acme, newEmail, product, signedIn, signIn, superAdmin } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newName } from "./support/companyAdmin.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { originOf } from "./support/portalAddress.ts";
import { runSql } from "./support/runSql.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/companies";

const rows = (page: Page) =>
  page.getByRole("table", { name: "Companies" }).locator("tbody").getByRole("row");
const search = (page: Page) => page.getByRole("searchbox", { name: "Search companies" });
const total = (page: Page) => page.getByRole("search", { name: "Companies" }).getByRole("status");

async function switchRegistration(page: Page, isOpen: boolean): Promise<void> {
  await goTo(page, "/admin/site-settings");
  await page.getByRole("switch", { name: "Allow public registration" }).setChecked(isOpen);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^Site settings updated successfully/);
}

async function register(page: Page, companyName: string, subdomain: string): Promise<void> {
  await fillIn(page, {
    "Full name": "Ada Stranger",
    "Work email": newEmail(),
    "Company/app name": companyName,
    "Portal subdomain": subdomain,
  });
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
}

test("a company's life: registration opens, a stranger signs up, the provider renames, upgrades and deletes it", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const provider = await open(await signedIn(superAdmin, product), {
    viewport: { width: 1280, height: 900 },
  });
  const stranger = await open(product);
  await switchRegistration(provider, false);
  await goTo(stranger, "/register");
  await expect(stranger.getByText("Public registration is disabled")).toBeVisible();
  await switchRegistration(provider, true);
  await goTo(stranger, "/register");
  const subdomain = `life-${randomUUID().slice(0, 8)}`;
  await register(stranger, "Short Lived", subdomain);
  await expect(stranger).toHaveURL(`${originOf(product.host)}/roadmap`);
  const portal = { host: `${subdomain}.localhost` };
  expect((await sendRequest(portal, "/roadmap")).status).toBe(200);

  await goTo(provider, PATH);
  await search(provider).fill("short liv");
  await expect(rows(provider)).toHaveCount(1);
  await expect(rows(provider)).toContainText(/Short Lived.*No description/);
  await expect(rows(provider)).toContainText("Trialing");
  await expect(rows(provider)).toContainText("Free");
  await expect(rows(provider)).toContainText(/0 boards.*0 items.*1 user/);
  await expect(
    rows(provider).getByRole("link", { name: /^Portal of Short Lived/ }),
  ).toHaveAttribute("href", `//${portal.host}:${new URL(originOf("localhost")).port}/`);

  await provider.getByRole("button", { name: "Edit Short Lived" }).click();
  const form = provider.getByRole("dialog", { name: "Edit Company" });
  await expect(fieldOf(form, "Subdomain")).toHaveValue(subdomain);
  await expect(fieldOf(form, "Subdomain")).not.toBeEditable();
  const name = newName("Long Lived");
  await fillIn(form, { "Company Name": name });
  await form.getByLabel("Subscription plan").selectOption("Starter");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(provider)).toHaveText(/^Company updated successfully/);
  await search(provider).fill(name);
  await expect(rows(provider)).toContainText("Starter");
  await stranger.reload();
  await expect(stranger.getByRole("banner")).toContainText(name);

  await provider.getByRole("button", { name: `Delete ${name}` }).click();
  await deleteByName(provider.getByRole("alertdialog", { name: "Delete Company" }), name);
  await expect(shownToast(provider)).toHaveText(/^Company deleted successfully/);
  await expect(provider.getByText("No companies match your search")).toBeVisible();

  const visitor = await open(portal);
  expect((await visitor.goto("/roadmap"))?.status()).toBe(404);
  await expect(visitor.getByRole("heading", { name: "Portal not found" })).toBeVisible();
  await stranger.reload();
  await untilHydrated(stranger);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
  await goTo(stranger, "/register");
  await register(stranger, "Body Snatchers", subdomain);
  await expectMessages(stranger, { "Portal subdomain": "Subdomain is already taken" });
});

async function deleteByName(dialog: Locator, name: string): Promise<void> {
  await expect(dialog).toContainText(
    "This permanently deletes the company and all associated data.",
  );
  const confirm = dialog.getByRole("button", { name: "Delete", exact: true });
  const typed = dialog.getByLabel("Type the company's name to confirm");
  await expect(confirm).toBeDisabled();
  await typed.fill(name.toUpperCase());
  await expect(confirm).toBeDisabled();
  await typed.fill(name);
  await confirm.click();
}

test("a company is added, with the messages of its fields, and found by search and order", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const page = await open(await signedIn(superAdmin, product), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, PATH);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Stripe ID",
    "Sub. Status",
    "Sub. Plan",
    "Website",
    "Usage",
    "Actions",
  ]);
  await page.getByRole("button", { name: "Add Company" }).click();
  const form = page.getByRole("dialog", { name: "Add Company" });
  await fillIn(form, { "Company Name": "A", Website: "example", Subdomain: "-x-" });
  await form.getByRole("button", { name: "Add Company" }).click();
  await expectMessages(form, {
    "Company Name": "Company name must be at least 2 characters",
    Website: "Please enter a valid URL",
    Subdomain:
      "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen",
  });
  const name = newName("Zebra Works");
  await fillIn(form, {
    "Company Name": name,
    Website: "https://zebra.example/",
    Subdomain: "acme",
  });
  await form.getByRole("button", { name: "Add Company" }).click();
  await expectMessages(form, { Subdomain: "Subdomain is already taken" });
  await fillIn(form, { Subdomain: "", Description: "Stripes." });
  await form.getByRole("button", { name: "Add Company" }).click();
  await expect(shownToast(page)).toHaveText(/^Company created successfully/);
  await search(page).fill("zebra");
  await expect(rows(page)).toHaveText([/Zebra Works.*Stripes\..*Not set.*zebra\.example/]);
  await expect(total(page)).toHaveText("1 company");
  await expect.poll(() => addressOf(page)).toBe(`${PATH}?search=zebra`);

  await search(page).fill("");
  await expect(rows(page).filter({ hasText: "Acme" })).toBeVisible();
  await page.getByLabel("Sort by").selectOption("Newest first");
  await expect(rows(page).first()).toContainText(name);
  await expect.poll(() => addressOf(page)).toBe(`${PATH}?sort=date`);
  await search(page).fill("nobody is called this");
  await page.getByText("Clear search").click();
  await expect(rows(page).filter({ hasText: "Acme" })).toBeVisible();
});

test("a company renamed on its own host has its new name in the header and the title at once", async ({
  open,
}) => {
  const subdomain = `own-${randomUUID().slice(0, 8)}`;
  const [before, after] = [newName("Before"), newName("After")];
  const provider = await signedIn(superAdmin, product);
  await callApi(provider, adminCompaniesApi.create, { body: { name: before, subdomain } });
  const page = await open(await signIn(superAdmin, { host: `${subdomain}.localhost` }), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, `${PATH}?search=${encodeURIComponent(before)}`);
  await expect(page.getByRole("banner")).toContainText(before);
  await page.getByRole("button", { name: `Edit ${before}` }).click();
  const form = page.getByRole("dialog", { name: "Edit Company" });
  await fillIn(form, { "Company Name": after });
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^Company updated successfully/);
  await expect(page.getByRole("banner")).toContainText(after);
  await expect(page).toHaveTitle(new RegExp(` · ${after} · `));
});

test("a company whose deletion was broken off says so, and is deleted again", async ({ open }) => {
  const name = newName("Half Gone");
  const admin = await signedIn(superAdmin, product);
  await callApi(admin, adminCompaniesApi.create, {
    body: { name, subdomain: `half-${randomUUID().slice(0, 8)}` },
  });
  await runSql("update company set closed_at = now() where name = $1", [name]);
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  await goTo(page, `${PATH}?search=${encodeURIComponent(name)}`);
  await expect(rows(page)).toContainText("Being deleted If this stays, delete it again.");
  await expect(page.getByRole("link", { name: /^Portal of/ })).toHaveCount(0);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await deleteByName(page.getByRole("alertdialog", { name: "Delete Company" }), name);
  await expect(shownToast(page)).toHaveText(/^Company deleted successfully/);
  await expect(page.getByText("No companies match your search")).toBeVisible();
});

test("the table comes one page at a time", async ({ open }) => {
  const admin = await signedIn(superAdmin, product);
  for (let number = 1; number <= 21; number += 1) {
    await callApi(admin, adminCompaniesApi.create, {
      body: { name: `Page Filler ${String(number)}` },
    });
  }
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  await goTo(page, `${PATH}?search=page+filler`);
  await expect(rows(page)).toHaveCount(20);
  await expect(total(page)).toHaveText("21 companies");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(rows(page)).toHaveCount(21);
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
});

test("an installation without companies says how to get one, and errors say what failed", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const page = await open(await signedIn(superAdmin, product));
  const calls = /\/api\/admin\/companies/;
  await goTo(page, "/admin/users");
  await page.route(calls, (route) =>
    route.fulfill({ json: [], headers: { "x-total-count": "0" } }),
  );
  await page.getByRole("link", { name: "Companies" }).click();
  await expect(
    page.getByText('No companies found. Click "Add Company" to create one.'),
  ).toBeVisible();
  await page.unroute(calls);
  await page.route(calls, (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Add Company" }).click();
  const form = page.getByRole("dialog", { name: "Add Company" });
  await fillIn(form, { "Company Name": "Not today" });
  await form.getByRole("button", { name: "Add Company" }).click();
  await expect(shownToast(page)).toHaveText(/^Error.*Failed to save company\. Please try again\./);
  expect((await sendRequest(acme, "/roadmap")).status).toBe(200);
});
