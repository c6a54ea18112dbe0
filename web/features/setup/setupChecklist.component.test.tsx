import { expect, test, vi } from "vitest";
import type { Locator } from "vitest/browser";
import { page, userEvent } from "vitest/browser";
import { companiesApi } from "#contract/companies.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { membersApi } from "#contract/members.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import {
  aBoard,
  acme,
  aCustomer,
  anAdmin,
  anItem,
  daysAgo,
  portalOf,
} from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const checklist = () => page.getByRole("region", { name: "Set up your portal" });
const step = (name: string) => checklist().getByRole("listitem").filter({ hasText: name });
const copy = () => checklist().getByRole("button", { name: "Copy link" });
const rectOf = (locator: Locator) => locator.element().getBoundingClientRect();

/**
 * Creates a server for a viewer of the product's own host. The viewer's company has these boards
 * and items.
 */
const serverFor = ({ user = anAdmin(), boards = [aBoard()], items = [anItem()].slice(1) } = {}) =>
  acmeServer(acmeData({ user, boards, items, portal: portalOf(null, { tenantId: acme.id }) }));

/** Returns the total of a list of members of a company with two admins and no customers. */
const adminsOf = ({ role }: { role?: string | undefined }) => (role === "company_admin" ? 2 : 0);

/** The company with a logo and its own colour. */
const branded = {
  ...acme,
  logoUrl: "data:image/svg+xml,<svg/>",
  brandingSettings: { ...acme.brandingSettings, primaryColor: "#0f766e" },
};

test("the setup checklist of a new company links to the page of each open step", async () => {
  await openPage(serverFor({ boards: [] }), "/roadmap");
  await expect.element(checklist().getByText("0 of 5 done")).toBeVisible();
  const links = checklist().getByRole("link").elements();
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Open portal(opens in a new tab)", "/api/feedback-portal?to=home"],
    ["Create your first board", "/company/boards"],
    ["Add your logo", "/company/settings/logo"],
    ["Choose your colour", "/company/settings/brand"],
    ["Invite a teammate", "/company/members"],
  ]);
  await expect.element(step("Create your first board")).toMatchTextContent("Next");
  await expectWellMade("the checklist of a new company");
});

test("the address of the portal stands first, and says whether name servers know it yet", async () => {
  const server = serverFor().respond(companySettingsApi.portalAddress, {
    host: "acme.localhost",
    isReachable: false,
  });
  await openPage(server, "/roadmap");
  const status = checklist().getByRole("status").first();
  await expect.element(status).toMatchTextContent("Name servers do not know this address yet.");
  server.respond(companySettingsApi.portalAddress, { host: "acme.localhost", isReachable: true });
  await checklist().getByRole("button", { name: "Check again" }).click();
  await expect.element(status).toHaveTextContent("It can be opened.");
});

test("the settings of a company whose set-up is not finished lead to the next step", async () => {
  const { reload } = await openPage(serverFor(), "/roadmap");
  await expect.element(checklist()).toBeVisible();
  await reload("/company/boards");
  const hint = page.getByRole("complementary", { name: "Set-up" });
  await expect.element(hint).toMatchTextContent("Set-up: 1 of 5 doneNext: add your logo");
  await expect.element(hint.getByRole("link")).toHaveAttribute("href", "/company/settings/logo");
});

test("the setup checklist is above the columns on a phone", async () => {
  await page.viewport(375, 740);
  await openPage(serverFor(), "/roadmap");
  const columns = page.getByRole("region", { name: "Roadmap columns" });
  await expect.element(checklist()).toBeVisible();
  expect(rectOf(checklist()).bottom).toBeLessThan(rectOf(columns).top);
});

test("a step of the setup checklist is marked as done if the company already has a board, a logo or its own colour", async () => {
  await openPage(serverFor().respond(companiesApi.get, branded), "/roadmap");
  await expect.element(checklist().getByText("3 of 5 done")).toBeVisible();
  await expect.element(step("Add your logo")).toMatchTextContent("Add your logo (done)");
  await expect.element(checklist().getByRole("link")).toHaveLength(2);
});

test("an open invitation or a second admin completes the step 'Invite a teammate' of the setup checklist", async () => {
  const invitation = { id: 1, username: "new@acme.example", role: "company_admin" as const };
  const dates = { invitedBy: null, createdAt: daysAgo(1), expiresAt: daysAgo(-6) };
  const nobody = { items: [], total: 0, nextCursor: null };
  for (const server of [
    serverFor().respond(invitationsApi.list, {
      ...nobody,
      items: [{ ...invitation, ...dates }],
      total: 1,
    }),
    serverFor().respond(membersApi.list, ({ query }) => ({ ...nobody, total: adminsOf(query) })),
  ]) {
    await openPage(server, "/roadmap");
    await expect.element(step("Invite a teammate")).toMatchTextContent("(done)");
  }
});

test("copying the portal's link completes the setup checklist's step for sharing the link, and the step stays done after a reload", async () => {
  const { reload } = await openPage(serverFor(), "/roadmap");
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await copy().click();
  const { protocol, port } = window.location;
  expect(write).toHaveBeenCalledExactlyOnceWith(`${protocol}//acme.localhost:${port}/`);
  await expect.element(checklist().getByText("2 of 5 done")).toBeVisible();
  await reload();
  await expect.element(checklist().getByText("2 of 5 done")).toBeVisible();
});

test("when copying the link completes the last step, a word of thanks replaces the setup checklist and has the focus, until it is closed", async () => {
  const server = serverFor()
    .respond(companiesApi.get, branded)
    .respond(membersApi.list, ({ query }) => {
      return { items: [], total: adminsOf(query), nextCursor: null };
    });
  await openPage(server, "/roadmap");
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await copy().click();
  await expect.element(checklist()).not.toBeInTheDocument();
  await expect
    .poll(() => document.activeElement?.textContent)
    .toMatch(/^Your portal is set up\. Thank you!/);
  await page.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByText(/Thank you/)).not.toBeInTheDocument();
  await expect.element(page.getByText("Nothing on the roadmap yet")).toBeVisible();
});

test("a hidden setup checklist stays hidden in this tab and comes back in the next one", async () => {
  const { reload } = await openPage(serverFor(), "/roadmap");
  (
    await checklist().getByRole("button", { name: "Hide the checklist for now" }).findElement()
  ).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Nothing on the roadmap yet")).toBeVisible();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  await reload();
  await expect.element(page.getByText("Nothing on the roadmap yet")).toBeVisible();
  await expect.element(checklist()).not.toBeInTheDocument();
  sessionStorage.clear();
  await reload();
  await expect.element(checklist()).toBeVisible();
});

test.each([
  ["a customer", { user: aCustomer() }],
  ["the admin of a company with a planned item", { items: [anItem({ status: "planned" })] }],
])("%s sees no setup checklist", async (_, view) => {
  await openPage(serverFor(view), "/roadmap");
  await expect.element(page.getByRole("heading", { name: "Product Roadmap" })).toBeVisible();
  await expect.element(checklist()).not.toBeInTheDocument();
});

test("the step that shares the link is done once a customer has signed up", async () => {
  const server = serverFor().respond(membersApi.list, ({ query }) => {
    return { items: [], total: query.role === "user" ? 1 : 0, nextCursor: null };
  });
  await openPage(server, "/roadmap");
  await expect.element(step("Share your portal")).toMatchTextContent("(done)");
});
