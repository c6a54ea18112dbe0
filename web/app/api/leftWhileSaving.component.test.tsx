import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { assigneesApi } from "#contract/assignees.ts";
import { authApi } from "#contract/auth.ts";
import { passwordsApi } from "#contract/passwords.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

/** In these tests, the user leaves a page or a form while a change is being sent. */

const linkIn = (menu: string, name: string) =>
  page.getByRole("navigation", { name: menu }).getByRole("link", { name });
const heading = () => page.getByRole("heading", { level: 1 });
const save = () => page.getByRole("main").getByRole("button", { name: "Save changes" });
const domain = () => fieldOf("Custom domain");

const HALF_TYPED = "half.a.thought.example";

/** Leaves a form of the company settings, opens the custom domain form and types a domain. */
async function typeDomain(): Promise<void> {
  await linkIn("Company settings", "Domain Settings").click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await domain().fill(HALF_TYPED);
}

async function goToChangelog(): Promise<void> {
  await linkIn("Main", "Changelog").first().click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
}

test("leaving the logo form during an upload aborts the upload and does not clear the form that is opened next", async () => {
  const data = settingsData();
  const server = settingsServer(data);
  await openPage(server, "/company/settings/logo");
  const logo = new File(["a picture"], "logo.png", { type: "image/png" });
  await page.getByLabelText("Logo", { exact: true }).upload(logo);
  const goOn = server.holdRequest(companySettingsApi.uploadLogo);
  await page.getByRole("button", { name: "Upload logo" }).click();
  await expect.element(page.getByRole("button", { name: "Uploading..." })).toBeVisible();
  await typeDomain();
  await expect.poll(() => server.abortedCalls(companySettingsApi.uploadLogo)).toBe(1);
  goOn();
  await server.settled();
  await expect.element(domain()).toHaveValue(HALF_TYPED);
  await expect.element(shownToast()).not.toBeInTheDocument();
  expect(data.settings.logoUrl).toBeNull();
});

test("a company profile that is saved after the user has left its form updates the header and does not clear the form that is opened next", async () => {
  const server = settingsServer(settingsData());
  const { documentLoads } = await openPage(server, "/company/settings");
  await fillIn({ "Company name": "Renamed" });
  const goOn = server.holdRequest(companySettingsApi.update);
  await save().click();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await typeDomain();
  goOn();
  await expect.element(shownToast()).toHaveTextContent("Company profile updated successfully");
  await expect
    .element(
      page
        .getByRole("banner")
        .getByRole("link", { name: /Renamed/ })
        .first(),
    )
    .toBeVisible();
  await expect.element(domain()).toHaveValue(HALF_TYPED);
  expect(documentLoads).toEqual([]);
});

test("if colours are saved after the user has left their form, a toast is shown, and the form that is opened next is not cleared", async () => {
  const server = settingsServer(settingsData());
  const { documentLoads, reload } = await openPage(server, "/company/settings/brand");
  await fillIn({ Primary: "#0f766e" });
  const goOn = server.holdRequest(companySettingsApi.updateBranding);
  await save().click();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await typeDomain();
  goOn();
  await expect.element(shownToast()).toHaveTextContent("Brand settings updated successfully");
  await expect.element(domain()).toHaveValue(HALF_TYPED);
  expect(documentLoads).toEqual([]);
  await reload("/company/settings/brand");
  await expect.element(fieldOf("Primary")).toHaveValue("#0f766e");
});

test("a change that is refused after the user has left its form shows an error toast", async () => {
  const server = acmeServer(acmeData({ user: aCustomer() }));
  server.refuse(passwordsApi.changePassword, 400, "Invalid", {
    errors: { currentPassword: ["Wrong password"] },
  });
  await openPage(server, "/change-password");
  await fillIn({ "Current password": "not my password", "New password": "marmalade sandwich 7" });
  const goOn = server.holdRequest(passwordsApi.changePassword);
  await page.getByRole("main").getByRole("button", { name: "Change password" }).click();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await goToChangelog();
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Error");
});

test("a visitor who opens another page while a login is being sent stays on that page and is signed in", async () => {
  const data = acmeData({ items: [anItem({ title: "Dark mode" })] });
  const server = acmeServer(data).respond(authApi.login, () => (data.user = aCustomer()));
  const { address, documentLoads } = await openPage(server, "/login?from=%2Froadmap");
  await fillIn({ "Work email": "robin@example.com", Password: "a long password" });
  const goOn = server.holdRequest(authApi.login);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect.element(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  await page
    .getByRole("link", { name: /home|Acme/i })
    .first()
    .click();
  await linkIn("Main", "Feedback").click();
  await page.getByRole("combobox", { name: "Search feedback" }).fill("dark");
  await expect.poll(address).toBe("/feedback?search=dark");
  goOn();
  await expect
    .element(page.getByRole("banner").getByRole("link", { name: "Log in" }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole("combobox", { name: "Search feedback" })).toHaveValue("dark");
  await page.getByRole("button", { name: "Vote for Dark mode, 0 votes" }).click();
  await expect
    .element(page.getByRole("button", { name: "Vote for Dark mode, 1 vote" }))
    .toBeDisabled();
  expect(documentLoads).toEqual([]);
});

test("an admin who opens a list while the login is being sent gets the tools for admins without a reload", async () => {
  const data = acmeData({ items: [anItem({ title: "Dark mode" })] });
  const server = acmeServer(data)
    .respond(authApi.login, () => (data.user = anAdmin()))
    .respond(assigneesApi.list, []);
  const { address, documentLoads } = await openPage(server, "/login");
  await fillIn({ "Work email": "alex@example.com", Password: "a long password" });
  const goOn = server.holdRequest(authApi.login);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect.element(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  await page
    .getByRole("link", { name: /home|Acme/i })
    .first()
    .click();
  await linkIn("Main", "Feedback").click();
  await expect.element(page.getByRole("link", { name: "Dark mode" })).toBeVisible();
  goOn();
  await expect
    .element(page.getByRole("checkbox", { name: "Select Dark mode" }))
    .toBeInTheDocument();
  expect(address()).toBe("/feedback");
  expect(documentLoads).toEqual([]);
});

test("the deletion of an item causes no navigation if the user left the item's page before the response", async () => {
  const server = acmeServer(acmeData({ user: anAdmin(), items: [anItem()] }));
  const { address } = await openPage(server, "/feedback?search=dark");
  await page.getByRole("link", { name: "Dark mode" }).first().click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const goOn = server.holdRequest(feedbackApi.remove);
  const question = page.getByRole("alertdialog", { name: "Delete feedback" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByRole("button", { name: "Deleting..." })).toBeVisible();
  window.history.back();
  await goToChangelog();
  goOn();
  await expect.element(shownToast()).toHaveTextContent("Feedback deleted successfully");
  await server.settled();
  expect(address()).toBe("/changelog");
  window.history.back();
  await expect.element(page.getByRole("combobox", { name: "Search feedback" })).toBeVisible();
  await expect.element(page.getByRole("article")).not.toBeInTheDocument();
});

test("a user who opens a similar item while feedback is being sent stays on that item's page, and the feedback is sent only once", async () => {
  const similar = anItem({ title: "Sync with my calendar at once" });
  const server = acmeServer(acmeData({ user: aCustomer(), items: [similar] }));
  await openPage(server, "/feedback");
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn({ Title: "Sync with my calendar", Description: "Both ways." }, dialog);
  await dialog.getByLabelText("Board", { exact: true }).selectOptions("Feature requests");
  const link = dialog.getByRole("link", { name: similar.title });
  await expect.element(link).toBeVisible();
  const goOn = server.holdRequest(feedbackApi.create);
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  const sending = page.getByRole("button", { name: "Submitting..." });
  await expect.element(sending).toBeVisible();

  // Following the link closes the dialog while the submission is pending. The browser's Back button
  // reopens the dialog.
  await link.click();
  await expect.element(heading()).toHaveTextContent(similar.title);
  window.history.back();
  await expect.element(dialog.getByLabelText("Title")).toHaveValue("Sync with my calendar");
  await expect.element(sending).toBeVisible();
  window.history.forward();
  await expect.element(heading()).toHaveTextContent(similar.title);

  goOn();
  await expect.element(shownToast()).toMatchTextContent("Feedback submitted successfully");
  await server.settled();
  await expect.element(heading()).toHaveTextContent(similar.title);
  expect(server.calls(feedbackApi.create)).toHaveLength(1);
});
