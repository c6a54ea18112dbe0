import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { companySettingsApi } from "#contract/companySettings.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { acme, acmeSettings, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/company/settings";

const save = () => page.getByRole("main").getByRole("button", { name: "Save changes" });
const signUpSwitch = () => page.getByRole("switch", { name: "Customer sign-up" });
const menuLink = (name: string) =>
  page.getByRole("navigation", { name: "Company settings" }).getByRole("link", { name });
const question = () => page.getByRole("alertdialog", { name: "Discard unsaved changes?" });

/** Whether the browser would ask for a confirmation before it unloads the document. */
function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

test("saving the company profile reloads the page, which then has the new profile and the success toast", async () => {
  const server = settingsServer(settingsData());
  const { documentLoads, reload } = await openPage(server, PATH);
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Company Settings");
  await expect
    .element(
      page.getByText("Manage your company's profile, branding, and preferences.", { exact: true }),
    )
    .toBeVisible();
  const saved = {
    "Company name": "Renamed & Sons",
    Description: "What we make.\nAnd why.",
    Website: "https://example.com/about",
  };
  await fillIn({ ...saved, "Company name": "  Renamed & Sons " });
  await save().click();
  const { body } = await server.called(companySettingsApi.update);
  expect(body).toMatchObject({
    name: saved["Company name"],
    description: saved.Description,
    website: saved.Website,
  });
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: PATH }]);
  await reload();
  await expect.element(shownToast()).toMatchTextContent(/^Company profile updated successfully/);
  await expect.element(page.getByRole("banner")).toMatchTextContent("Renamed & Sons");
  await expect.poll(() => document.title).toMatch(/^Company Profile · Renamed & Sons · /);
  for (const [label, value] of Object.entries(saved))
    await expect.element(fieldOf(label)).toHaveValue(value);
});

test("the profile page shows the portal's URL, a button that copies it, and a link that opens the portal with the admin signed in", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const portal = portalOf(null, { tenantId: acme.id });
  await openPage(settingsServer(settingsData({ portal })), PATH);
  await expect.element(page.getByRole("banner")).toMatchTextContent("Acme");
  const link = page.getByRole("main").getByRole("link", { name: /^acme\.localhost/ });
  await expect.element(page.getByText(/^Your portal: acme\.localhost/)).toBeVisible();
  const { protocol, port } = window.location;
  const address = `${protocol}//acme.localhost${port ? `:${port}` : ""}/`;
  await expect.element(link).toHaveAttribute("href", "/api/feedback-portal?to=home");
  await expect.element(link).toHaveAttribute("target", "_blank");
  await page.getByRole("button", { name: "Copy portal address" }).click();
  await expect.element(page.getByText("Copied", { exact: true })).toBeInTheDocument();
  expect(written.mock.calls).toEqual([[address]]);
});

test("each invalid field of the company profile shows an error, and nothing is sent", async () => {
  const server = settingsServer(settingsData());
  await openPage(server, PATH);
  await fillIn({ "Company name": "A", Website: "example" });
  await save().click();
  await expectMessages({
    "Company name": "Company name must be at least 2 characters",
    Website: "Please enter a valid URL",
  });
  await expect.element(fieldOf("Company name")).toHaveFocus();
  for (const website of ["javascript:alert(1)", "ftp://example.com", "https://"]) {
    await fillIn({ Website: website });
    await expectMessages({ Website: "Please enter a valid URL" });
  }
  await server.settled();
  expect(server.calls(companySettingsApi.update)).toEqual([]);
  await fillIn({ "Company name": "Again", Website: "" });
  await expect.element(fieldOf("Website")).not.toHaveAttribute("aria-invalid");
});

test("customer sign-up can be turned off and on again", async () => {
  const server = settingsServer(settingsData());
  let opened = await openPage(server, PATH);
  for (const isOpen of [false, true]) {
    await signUpSwitch().click();
    await save().click();
    const { body } = await server.called(companySettingsApi.update);
    expect(body.allowCustomerSignUp).toBe(isOpen);
    await expect.poll(() => opened.documentLoads).toHaveLength(1);
    opened = await opened.reload();
    await expect.element(shownToast()).toMatchTextContent(/^Company profile updated successfully/);
    expect((signUpSwitch().element() as HTMLInputElement).checked).toBe(isOpen);
  }
});

test("leaving the company profile with unsaved changes, by a link or a reload, needs a confirmation", async () => {
  const server = settingsServer(settingsData());
  const { address } = await openPage(server, PATH);
  expect(asksBeforeUnload()).toBe(false);
  await fillIn({ "Company name": "Half a thought" });
  await menuLink("Categories").click();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(address()).toBe(PATH);
  await expect.element(fieldOf("Company name")).toHaveValue("Half a thought");
  expect(asksBeforeUnload()).toBe(true);

  await menuLink("Categories").click();
  await question().getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByText("No categories found")).toBeVisible();
  expect(address()).toBe("/company/categories");
  expect(asksBeforeUnload()).toBe(false);
});

test("a failed save of the company profile shows a toast, and the typed text stays in the form", async () => {
  const server = settingsServer(settingsData());
  await openPage(server, PATH);
  await fillIn({ "Company name": "Still here" });
  server.refuse(companySettingsApi.update, 503, "The database is resting");
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(/^Error.*The database is resting/);
  server.refuse(companySettingsApi.update, 500, "", { message: undefined });
  await save().click();
  await expect
    .element(shownToast())
    .toMatchTextContent("Failed to save company. Please try again.");
  await expect.element(fieldOf("Company name")).toHaveValue("Still here");
});

test("if the company settings fail to load, the screen shows an error with a button to try again", async () => {
  const server = settingsServer(settingsData({ settings: acmeSettings() }));
  await openPage(server, "/company/categories");
  server.refuse(companySettingsApi.settings, 500, "Something went wrong");
  await page.getByRole("link", { name: "Company Profile" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to fetch company data");
  server.restore(companySettingsApi.settings);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(fieldOf("Company name")).toHaveValue("Acme");
});
