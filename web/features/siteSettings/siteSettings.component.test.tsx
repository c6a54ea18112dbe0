import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { signInProvidersApi } from "#contract/signInProviders.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/admin/site-settings";
const SITE_NAME = "Voices & <b>Votes</b>";
/** A picture of 200 x 50 pixels. */
const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='200' height='50'/%3E";

const save = () => page.getByRole("button", { name: "Save changes" });
const banner = () => page.getByRole("banner");
const upload = () => page.getByRole("button", { name: "Upload logo" });

test("a new site name appears in the page title and the header without a reload, and markup in the name is shown as text", async () => {
  const data = consoleData();
  const server = consoleServer(data);
  await openPage(server, PATH);
  await fillIn({ "Site name": SITE_NAME });
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(/^Site settings updated successfully/);
  await expect.poll(() => document.title).toBe(`Site Settings · ${SITE_NAME}`);
  await expect.element(banner()).toMatchTextContent(SITE_NAME);

  data.user = null;
  await openPage(server, "/");
  await expect.element(banner().getByRole("link").first()).toHaveTextContent(SITE_NAME);
});

test("saving the site settings sends the values of all fields and switches", async () => {
  const server = consoleServer(consoleData());
  await openPage(server, PATH);
  await page.getByRole("switch", { name: "Allow public registration" }).click();
  await page.getByRole("switch", { name: "Allow public feedback" }).click();
  await page.getByRole("switch", { name: "Require two-factor authentication for admins" }).click();
  await fillIn({ "Max upload size (MB)": "50" });
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(/^Site settings updated successfully/);
  await expect.element(fieldOf("Max upload size (MB)")).toHaveValue("50");
  expect(server.calls(siteSettingsApi.update).map(({ body }) => body)).toEqual([
    {
      siteName: "Customer Feedback Portal",
      allowPublicRegistration: false,
      allowPublicFeedback: true,
      requireAdminMfa: true,
      maxUploadSize: 50,
    },
  ]);
});

test("each invalid site setting shows an error at its field, and nothing is sent", async () => {
  const server = consoleServer(consoleData());
  await openPage(server, PATH);
  await fillIn({ "Site name": "  " });
  await save().click();
  await expectMessages({ "Site name": "Site name is required" });
  await fillIn({ "Site name": "x".repeat(121) });
  await expectMessages({ "Site name": "Site name must be at most 120 characters" });
  for (const size of ["0", "51", "2.5", "-1", "many", "", "1e1"]) {
    await fillIn({ "Max upload size (MB)": size });
    await expectMessages({
      "Max upload size (MB)": "Max upload size must be a whole number from 1 to 50",
    });
  }
  await server.settled();
  expect(server.calls(siteSettingsApi.update)).toEqual([]);
});

test("an uploaded site logo replaces the site name in the header", async () => {
  const data = consoleData();
  const server = consoleServer(data).respond(siteSettingsApi.uploadLogo, () => {
    data.site.logoUrl = PICTURE;
    data.portal.site.logoUrl = PICTURE;
    return { logoUrl: PICTURE };
  });
  await openPage(server, PATH);
  const file = page.getByLabelText(/^(?:Logo|New logo)$/);
  await upload().click();
  await expect.element(file).toHaveAccessibleDescription(/^Please select a file to upload/);
  await file.upload(new File(["a picture"], "site.png", { type: "image/png" }));
  await upload().click();
  await expect.element(shownToast()).toMatchTextContent(/^Site logo updated successfully/);
  await expect.element(banner().getByRole("img")).toHaveAttribute("src", PICTURE);
  await expect.element(page.getByLabelText("New logo")).toBeInTheDocument();
  const calls = server.calls(siteSettingsApi.uploadLogo);
  expect(calls.map(({ body }) => body.filename)).toEqual(["site.png"]);

  data.user = null;
  await openPage(server, "/login");
  const logo = banner().getByRole("img");
  await expect.element(logo).toHaveAttribute("src", PICTURE);
  const image = (await logo.findElement()) as HTMLImageElement;
  await expect.poll(() => image.naturalWidth).toBe(200);
});

test("a removed site logo disappears from the header, and the focus moves to the file field", async () => {
  const data = consoleData();
  data.site.logoUrl = PICTURE;
  data.portal.site.logoUrl = PICTURE;
  const server = consoleServer(data).respond(siteSettingsApi.removeLogo, () => {
    data.site.logoUrl = null;
    data.portal.site.logoUrl = null;
  });
  await openPage(server, PATH);
  await page.getByRole("button", { name: "Remove logo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove logo" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Site logo removed/);
  await expect.element(banner().getByRole("img")).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Logo", { exact: true })).toHaveFocus();
});

test("a failed save of the site settings shows a toast, and leaving the page then needs a confirmation", async () => {
  const server = consoleServer(consoleData());
  server.refuse(siteSettingsApi.update, 500, "", { message: undefined });
  await openPage(server, PATH);
  await fillIn({ "Site name": "Not yet" });
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(/^Error.*Failed to update site settings/);
  await page
    .getByRole("navigation", { name: "Admin console" })
    .getByRole("link", { name: "Companies" })
    .click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByRole("heading", { level: 2, name: "Companies" })).toBeVisible();
});

test("a sign-in provider is set up in a dialog, which shows what the provider refuses beside the field and never shows the secret again", async () => {
  const data = consoleData();
  const server = consoleServer(data);
  server.refuse(signInProvidersApi.save, 400, "Invalid", {
    errors: { secret: ["GitHub refuses this secret for this client ID"] },
  });
  await openPage(server, PATH);
  const card = page.getByRole("region", { name: "Sign-in providers" });
  await expect.element(card.getByRole("button", { name: "Set up Google" })).toBeVisible();
  await card.getByRole("button", { name: "Set up GitHub" }).click();
  const dialog = page.getByRole("dialog", { name: "Log in with GitHub" });
  await expect.element(dialog).toMatchTextContent("http://localhost/auth/provider/callback");
  await fillIn({ "Client ID": "Ov23liQ8Rk2mT5wZ7xYc", "Client secret": "a wrong one" }, dialog);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectMessages({ "Client secret": "GitHub refuses this secret" }, dialog);

  server.respond(signInProvidersApi.save, ({ params, body }) => {
    const { clientId, isOn } = body;
    const saved = { provider: params.provider, clientId, hasSecret: true, tenant: null, isOn };
    data.signInProviders.providers = data.signInProviders.providers.map((each) =>
      each.provider === params.provider ? saved : each,
    );
    return data.signInProviders;
  });
  await fillIn({ "Client secret": "the right one" }, dialog);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(card).toMatchTextContent(/GitHub\s*On/);
  expect(server.calls(signInProvidersApi.save).at(-1)).toMatchObject({
    params: { provider: "github" },
    body: { clientId: "Ov23liQ8Rk2mT5wZ7xYc", secret: "the right one", isOn: true },
  });

  await card.getByRole("button", { name: "Change GitHub" }).click();
  await expect.element(fieldOf("Client secret", dialog)).toHaveValue("");
  await expect
    .element(fieldOf("Client secret", dialog))
    .toHaveAccessibleDescription(/^A secret is stored/);
});
