import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { anAdminCompany } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { aBoard, acme, aCustomer, anAdmin, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const main = () => page.getByRole("main");
const nextStep = () =>
  page.getByRole("main").getByRole("link", { name: "Create your first board" });

test("an admin of a company without boards sees a link to the boards screen, both on the roadmap and in the feedback list, on the company's host and on the product's own host", async () => {
  for (const portal of [portalOf(), portalOf(null, { tenantId: acme.id })]) {
    const server = acmeServer(acmeData({ portal, user: anAdmin(), boards: [] }));
    for (const path of ["/roadmap", "/feedback"]) {
      const { address } = await openPage(server, path);
      await nextStep().click();
      await expect
        .element(page.getByRole("heading", { level: 2, name: "Feedback Boards" }))
        .toBeVisible();
      expect(address()).toBe("/company/boards");
    }
  }
});

test("a super admin without a company chooses a company on the roadmap and the feedback page, whose portal has the same page", async () => {
  const companies = [
    anAdminCompany({ id: 1, name: "Acme", subdomain: "acme" }),
    anAdminCompany({ id: 2, name: "Globex", subdomain: "globex" }),
  ];
  for (const path of ["/roadmap", "/feedback"]) {
    await openPage(consoleServer(consoleData({ companies })), path);
    const chooser = page.getByRole("region", { name: "Open the portal of a company" });
    const globex = chooser.getByRole("link", { name: /^Globex/ });
    const { port } = window.location;
    await expect.element(globex).toHaveAttribute("href", `//globex.localhost:${port}${path}`);
    await chooser.getByRole("searchbox", { name: "Search companies" }).fill("acm");
    await expect.element(globex).not.toBeInTheDocument();
    await expect.element(chooser.getByRole("link")).toHaveLength(1);
  }
});

test("a super admin without a company can go to the companies from the roadmap, and other users without a company see no such link", async () => {
  const toCompanies = () => main().getByRole("link", { name: "Go to companies" });
  await openPage(consoleServer(consoleData({ user: aCustomer({ companyId: null }) })), "/roadmap");
  await expect.element(page.getByText("No company associated with your account.")).toBeVisible();
  await expect.element(toCompanies()).not.toBeInTheDocument();
  const { address } = await openPage(consoleServer(consoleData()), "/roadmap");
  await toCompanies().click();
  await expect.poll(address).toBe("/admin/companies");
});

test("visitors and customers of a portal without boards see no link for creating a board", async () => {
  for (const user of [null, aCustomer()]) {
    const server = acmeServer(acmeData({ user, boards: [] }));
    await openPage(server, "/feedback");
    await expect.element(page.getByText("There is no board to submit feedback to.")).toBeVisible();
    await expect.element(nextStep()).not.toBeInTheDocument();
    await openPage(server, "/roadmap");
    await expect.element(main().getByRole("link", { name: "See all feedback" })).toBeVisible();
    await expect.element(nextStep()).not.toBeInTheDocument();
  }
});

test("the empty roadmap of a company with a board links to the feedback list once the admin has hidden the setup checklist", async () => {
  await openPage(acmeServer(acmeData({ user: anAdmin(), boards: [aBoard()] })), "/roadmap");
  await main().getByRole("button", { name: "Hide the checklist for now" }).click();
  await expect.element(nextStep()).not.toBeInTheDocument();
  await main().getByRole("link", { name: "See all feedback" }).click();
  await expect
    .element(main().getByRole("button", { name: "Submit Feedback" }).first())
    .toBeVisible();
  await expect.element(nextStep()).not.toBeInTheDocument();
});
