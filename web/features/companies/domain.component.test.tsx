import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { CompanyDomain } from "#contract/companySettings.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { acmeSettings, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/company/settings/domain";
const DOMAIN = "feedback.acme.test";
const TARGET = "acme.localhost";
const PROPAGATION = /DNS propagation can take up to 48 hours/;

/**
 * Finds the element with the state of the domain. The other elements with the role `status` belong
 * to the copy buttons.
 */
const state = () => page.getByRole("main").getByRole("status").first();
const save = () => page.getByRole("button", { name: "Save changes" });
const checkNow = () => page.getByRole("button", { name: "Check now" });

/** Creates a server with company settings in which the custom domain has these values. */
function domainOf(domain: Partial<CompanyDomain> = {}) {
  const settings = acmeSettings();
  const data = settingsData({
    settings: { ...settings, domain: { ...settings.domain, ...domain } },
  });
  return { data, server: settingsServer(data) };
}

test("saving a custom domain shows the DNS record to set", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { server } = domainOf();
  await openPage(server, PATH);
  const steps = page.getByRole("region", { name: "How it works" });
  await expect.element(steps).toMatchTextContent(TARGET);
  await expect.element(steps).toMatchTextContent(PROPAGATION);
  await fillIn({ "Custom domain": `  ${DOMAIN.toUpperCase()}` });
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(/^Domain settings updated successfully/);
  const { body } = await server.called(companySettingsApi.updateDomain);
  expect(body).toEqual({ customDomain: DOMAIN });
  await expect.element(fieldOf("Custom domain")).toHaveValue(DOMAIN);
  await expect.element(state()).toMatchTextContent("Pending");
  await expect.element(state()).toMatchTextContent("The record has not been looked up yet.");
  const record = document.querySelector("dl");
  expect(record?.textContent).toContain(`TypeCNAMEName${DOMAIN}Value${TARGET}`);
  await page.getByRole("button", { name: "Copy value" }).click();
  await expect.poll(() => record?.textContent).toContain("Copied");
  expect(written.mock.calls).toEqual([[TARGET]]);
  await expect.element(page.getByText(PROPAGATION)).toBeVisible();
});

test("the button Check now looks up the DNS record of the custom domain and shows the result", async () => {
  const { data, server } = domainOf({ customDomain: DOMAIN, state: "pending" });
  const missing = `There is no CNAME record for ${DOMAIN} yet.`;
  const checks: { found: Partial<CompanyDomain>; shown: (string | RegExp)[] }[] = [
    { found: { problem: missing }, shown: ["Pending", missing] },
    {
      found: { state: "verified", verifiedAt: daysAgo(0), problem: null },
      shown: [/Verified.*Since .*Your portal is served on this domain\./],
    },
    {
      found: { state: "failing", failingSince: daysAgo(0), problem: missing },
      shown: ["Failing", "After seven days the domain is switched off.", missing],
    },
  ];
  await openPage(server, PATH);
  for (const { found, shown } of checks) {
    server.respond(companySettingsApi.checkDomain, () => {
      data.settings.domain = { ...data.settings.domain, checkedAt: daysAgo(0), ...found };
      return data.settings;
    });
    await checkNow().click();
    for (const text of shown) await expect.element(state()).toMatchTextContent(text);
    await expect.element(checkNow()).toBeVisible();
  }
  await expect.element(page.getByText("Last checked just now.")).toBeVisible();
  // Otherwise screen readers would announce the time each minute.
  await expect.element(state()).not.toMatchTextContent("Last checked");
});

test("saving an empty custom domain field removes the custom domain", async () => {
  const { server } = domainOf({ customDomain: DOMAIN, state: "failing", failingSince: daysAgo(1) });
  await openPage(server, PATH);
  await fillIn({ "Custom domain": "" });
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(/^Domain settings updated successfully/);
  await expect.element(checkNow()).not.toBeInTheDocument();
  const { body } = await server.called(companySettingsApi.updateDomain);
  expect(body).toEqual({ customDomain: null });
});

test("the custom domain field refuses invalid domains and the product's own domains", async () => {
  const { server } = domainOf();
  await openPage(server, PATH);
  for (const wrong of [
    "example",
    "https://feedback.example.com",
    "a..example.com",
    "-a.example.com",
    "10.0.0.1",
  ]) {
    await fillIn({ "Custom domain": wrong });
    await save().click();
    await expectMessages({ "Custom domain": "Please enter a valid domain" });
  }
  await server.settled();
  expect(server.calls(companySettingsApi.updateDomain)).toEqual([]);
  const message = "Please enter a domain of your own";
  server.refuse(companySettingsApi.updateDomain, 400, "Validation failed", {
    errors: { customDomain: [message] },
  });
  await fillIn({ "Custom domain": "acme.localhost" });
  await save().click();
  await expectMessages({ "Custom domain": message });
});

test("a company without a subdomain sees a message instead of the custom domain form", async () => {
  await openPage(domainOf({ cnameTarget: null }).server, PATH);
  const text =
    "No subdomain has been configured for your company. Please contact support for assistance.";
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText(/Custom domain/)).not.toBeInTheDocument();
});
