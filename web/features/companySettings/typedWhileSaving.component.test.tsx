import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { companiesApi } from "#contract/companies.ts";
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
  readonly said: string;
  /** What stands in the fields then, and after a second saving. */
  readonly kept: Record<string, string>;
}

/** Saves on a slow line, types on meanwhile, and saves that as well. */
async function typeWhileSaving(server: ScriptedServer, form: Form): Promise<void> {
  const { path, endpoint, sent, typed, said, kept } = form;
  const expectKept = async () => {
    for (const [label, value] of Object.entries(kept))
      await expect.element(fieldOf(label)).toHaveValue(value);
  };
  const { reload } = await openPage(server, path);
  await fillIn(sent);
  const goOn = server.holdRequest(endpoint);
  const save = page.getByRole("main").getByRole("button", { name: "Save Changes" });
  await save.click();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await fillIn(typed);
  goOn();
  await expect.element(shownToast()).toHaveTextContent(said);
  await expect.element(save).toBeVisible();
  await expectKept();
  await save.click();
  await server.called(endpoint, 2);
  await server.settled();
  await reload();
  await expectKept();
}

test("what is typed while the custom domain is being saved stays, and can be saved", async () => {
  await typeWhileSaving(settingsServer(settingsData()), {
    path: "/company/settings/domain",
    endpoint: companiesApi.updateDomain,
    sent: { "Custom domain": " a.acme.test" },
    typed: { "Custom domain": "b.acme.test" },
    said: "Domain settings updated successfully",
    kept: { "Custom domain": "b.acme.test" },
  });
});

test("what is typed while a company's profile is being saved stays, and can be saved", async () => {
  await typeWhileSaving(settingsServer(settingsData()), {
    path: "/company/settings",
    endpoint: companiesApi.update,
    sent: { "Company name": " Sent & Co ", Website: "https://example.com/a" },
    typed: { Website: "https://example.com/b" },
    said: "Company profile updated successfully",
    kept: { "Company name": "Sent & Co", Website: "https://example.com/b" },
  });
  await expect.element(shownToast()).toHaveTextContent("Company profile updated successfully");
});

test("what is typed while the site settings are being saved stays, and can be saved", async () => {
  await typeWhileSaving(consoleServer(consoleData()), {
    path: "/admin/site-settings",
    endpoint: siteSettingsApi.update,
    sent: { "Site name": " Sent " },
    typed: { "Max upload size (MB)": "7" },
    said: "Site settings updated successfully",
    kept: { "Site name": "Sent", "Max upload size (MB)": "7" },
  });
});

test("what is typed while the landing page is being saved stays, and can be saved", async () => {
  await typeWhileSaving(consoleServer(consoleData()), {
    path: "/admin/landing-page",
    endpoint: landingPageApi.update,
    sent: { Title: " Sent ", Subtitle: "Sent" },
    typed: { Subtitle: "Typed" },
    said: "Landing page content updated successfully",
    kept: { Title: "Sent", Subtitle: "Typed" },
  });
});
