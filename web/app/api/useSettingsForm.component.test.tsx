import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { companySettingsApi } from "#contract/companySettings.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { landingPageApi } from "#contract/landingPage.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import type { ScriptedServer } from "#web/testing/ScriptedServer.ts";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

interface Form {
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly sent: Record<string, string>;
  readonly typed: Record<string, string>;
  readonly toast: string;
  /** The values that the fields must have after each of the two saves. */
  readonly expected: Record<string, string>;
}

/**
 * Saves the form, changes fields while the request is pending, and saves the form again. Expects
 * that no typed value is lost.
 */
async function typeWhileSaving(server: ScriptedServer, form: Form): Promise<void> {
  const { path, endpoint, sent, typed, toast, expected } = form;
  const expectValues = async () => {
    for (const [label, value] of Object.entries(expected))
      await expect.element(fieldOf(label)).toHaveValue(value);
  };
  const { reload } = await openPage(server, path);
  await fillIn(sent);
  const goOn = server.holdRequest(endpoint);
  const save = page.getByRole("main").getByRole("button", { name: "Save changes" });
  await save.click();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await fillIn(typed);
  goOn();
  await expect.element(shownToast()).toHaveTextContent(toast);
  await expect.element(save).toBeVisible();
  await expectValues();
  await save.click();
  await server.called(endpoint, 2);
  await server.settled();
  await reload();
  await expectValues();
}

test("a custom domain typed while another domain is being saved stays in the field and can be saved", async () => {
  await typeWhileSaving(settingsServer(settingsData()), {
    path: "/company/settings/domain",
    endpoint: companySettingsApi.updateDomain,
    sent: { "Custom domain": " a.acme.test" },
    typed: { "Custom domain": "b.acme.test" },
    toast: "Domain settings updated successfully",
    expected: { "Custom domain": "b.acme.test" },
  });
});

test("text typed while a company profile is being saved stays in the field and can be saved", async () => {
  await typeWhileSaving(settingsServer(settingsData()), {
    path: "/company/settings",
    endpoint: companySettingsApi.update,
    sent: { "Company name": " Sent & Co ", Website: "https://example.com/a" },
    typed: { Website: "https://example.com/b" },
    toast: "Company profile updated successfully",
    expected: { "Company name": "Sent & Co", Website: "https://example.com/b" },
  });
  await expect.element(shownToast()).toHaveTextContent("Company profile updated successfully");
});

test("text typed while the site settings are being saved stays in the field and can be saved", async () => {
  await typeWhileSaving(consoleServer(consoleData()), {
    path: "/admin/site-settings",
    endpoint: siteSettingsApi.update,
    sent: { "Site name": " Sent " },
    typed: { "Max upload size (MB)": "7" },
    toast: "Site settings updated successfully",
    expected: { "Site name": "Sent", "Max upload size (MB)": "7" },
  });
});

test("text typed while the landing page is being saved stays in the field and can be saved", async () => {
  await typeWhileSaving(consoleServer(consoleData()), {
    path: "/admin/landing-page",
    endpoint: landingPageApi.update,
    sent: { Title: " Sent ", Subtitle: "Sent" },
    typed: { Subtitle: "Typed" },
    toast: "Landing page content updated successfully",
    expected: { Title: "Sent", Subtitle: "Typed" },
  });
});
