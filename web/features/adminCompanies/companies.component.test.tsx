import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { anAdminCompany } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { acme, aSuperAdmin, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/admin/companies";

const rows = () => tableRows("Companies");
const search = () => page.getByRole("searchbox", { name: "Search companies" });
const total = () => page.getByRole("search", { name: "Companies" }).getByRole("status");
const addForm = () => page.getByRole("dialog", { name: "Add Company" });
const editForm = () => page.getByRole("dialog", { name: "Edit Company" });
const heading = () => page.getByRole("heading", { level: 2, name: "Companies" });
const textsOf = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

const zebra = (changes: Partial<AdminCompany> = {}) =>
  anAdminCompany({ id: 2, name: "Zebra Works", subdomain: "zebra", ...changes });

/** Creates a server for the provider's console. The server adds, changes and deletes companies. */
function companiesServer(...companies: AdminCompany[]) {
  const data = consoleData({ companies });
  const server = consoleServer(data)
    .respond(adminCompaniesApi.create, ({ body: { name, description, website, subdomain } }) => {
      if (subdomain === "acme") throw new Refusal(409, "Subdomain is already taken");
      const texts = { name, description: description ?? null, website: website ?? null };
      const address = { subdomain: subdomain ?? null };
      const company = anAdminCompany({ id: data.companies.length + 1, ...texts, ...address });
      data.companies.push(company);
      return company;
    })
    .respond(adminCompaniesApi.update, ({ params, body }) => {
      const company = data.companies.find(({ id }) => id === params.id);
      if (!company) throw new Refusal(404, "Company not found");
      return Object.assign(company, body);
    })
    .respond(adminCompaniesApi.remove, ({ params }) => {
      data.companies = data.companies.filter(({ id }) => id !== params.id);
    });
  return { data, server };
}

async function openEdit(name: string): Promise<void> {
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await expect.element(editForm()).toBeVisible();
}

/**
 * Deletes a company by typing its exact name. Expects that the name in capitals is not accepted.
 */
async function deleteByName(name: string): Promise<void> {
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete company" });
  await expect
    .element(dialog)
    .toMatchTextContent("This permanently deletes the company and all associated data.");
  const confirm = dialog.getByRole("button", { name: "Delete", exact: true });
  const typed = dialog.getByLabelText("Type the company's name to confirm");
  await expect.element(confirm).toBeDisabled();
  await typed.fill(name.toUpperCase());
  await expect.element(confirm).toBeDisabled();
  await typed.fill(name);
  await confirm.click();
  await expect.element(shownToast()).toMatchTextContent(/^Company deleted successfully/);
  await expect.element(dialog).not.toBeInTheDocument();
}

test("the companies table shows subscription, usage and portal of each company", async () => {
  const { server } = companiesServer(
    zebra({
      description: null,
      subscriptionStatus: "trialing",
      boardsCount: 0,
      feedbackCount: 0,
      usersCount: 1,
    }),
    anAdminCompany({ id: 3, website: "https://acme.example/", stripeCustomerId: "cus_1" }),
  );
  await openPage(server, PATH);
  expect(textsOf(page.getByRole("columnheader").elements())).toEqual([
    "Name",
    "Stripe ID",
    "Sub. Status",
    "Sub. Plan",
    "Website",
    "Usage",
    "Actions",
  ]);
  await expect
    .element(rows().nth(0))
    .toMatchTextContent(/Zebra Works.*No description.*Not set.*Trialing.*Free.*Not set/);
  await expect.element(rows().nth(0)).toMatchTextContent(/0 boards.*0 items.*1 user/);
  await expect
    .element(
      rows()
        .nth(0)
        .getByRole("link", { name: /^Portal of Zebra Works/ }),
    )
    .toHaveAttribute("href", `//zebra.localhost:${window.location.port}/`);
  await expect
    .element(rows().nth(1).getByRole("link", { name: "12 users of Acme" }))
    .toHaveAttribute("href", "/admin/users?companyId=3");
  await expect
    .element(rows().nth(1))
    .toMatchTextContent(/Tools for coyotes\..*cus_1.*Active.*acme\.example/);
});

test("the form for a new company shows an error at each invalid field and at a taken subdomain", async () => {
  const { server } = companiesServer();
  await openPage(server, PATH);
  await page.getByRole("button", { name: "Add Company" }).first().click();
  const add = addForm().getByRole("button", { name: "Add Company" });
  await fillIn({ "Company Name": "A", Website: "example", Subdomain: "-x-" }, addForm());
  await add.click();
  await expectMessages(
    {
      "Company Name": "Company name must be at least 2 characters",
      Website: "Please enter a valid URL",
      Subdomain:
        "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen",
    },
    addForm(),
  );
  expect(server.calls(adminCompaniesApi.create)).toEqual([]);
  await fillIn(
    { "Company Name": "Zebra Works", Website: "https://zebra.example/", Subdomain: "acme" },
    addForm(),
  );
  await add.click();
  await expectMessages({ Subdomain: "Subdomain is already taken" }, addForm());
  await fillIn({ Subdomain: "", Description: "Stripes." }, addForm());
  await add.click();
  await expect.element(shownToast()).toMatchTextContent(/^Company created successfully/);
  await expect.element(addForm()).not.toBeInTheDocument();
  await expect
    .element(rows())
    .toMatchTextContent(/Zebra Works.*Stripes\..*Not set.*zebra\.example/);
  await expect.element(total()).toHaveTextContent("1 company");
});

test("search and sort order of the companies table are stored in the URL and sent to the server", async () => {
  const { server } = companiesServer(anAdminCompany(), zebra());
  const { address } = await openPage(server, PATH);
  await search().fill("zebra");
  await expect.poll(address).toBe(`${PATH}?search=zebra`);
  await expect.element(rows()).toMatchTextContent("Zebra Works");
  await expect.element(total()).toHaveTextContent("1 company");
  await search().fill("");
  await expect.element(rows()).toHaveLength(2);
  await page.getByLabelText("Sort by").selectOptions("Newest first");
  await expect.poll(address).toBe(`${PATH}?sort=date`);
  await server.settled();
  expect(server.calls(adminCompaniesApi.list).at(-1)?.query.sort).toBe("date");

  await search().fill("nobody is called this");
  await expect.element(page.getByText("No companies match your search")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect.element(rows()).toHaveLength(2);
});

test("the companies table loads one page at a time", async () => {
  const { server } = companiesServer(
    ...Array.from({ length: 21 }, (_, index) => anAdminCompany({ id: index + 1 })),
  );
  await openPage(server, PATH);
  await expect.element(rows()).toHaveLength(20);
  await expect.element(total()).toHaveTextContent("21 companies");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(rows()).toHaveLength(21);
  await expect.element(page.getByRole("button", { name: "Load more" })).not.toBeInTheDocument();
});

test("editing a company sends the changed fields only, and the company's subdomain cannot be changed", async () => {
  const { server } = companiesServer(zebra());
  await openPage(server, PATH);
  await openEdit("Zebra Works");
  await expect.element(fieldOf("Subdomain", editForm())).toHaveValue("zebra");
  await expect.element(fieldOf("Subdomain", editForm())).toHaveAttribute("readonly");
  await fillIn({ "Company Name": "Zebra & Sons" }, editForm());
  await editForm().getByLabelText("Subscription plan").selectOptions("Starter");
  await editForm().getByRole("button", { name: "Save changes" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Company updated successfully/);
  await expect.element(rows()).toMatchTextContent(/Zebra & Sons.*Starter/);
  expect(
    server.calls(adminCompaniesApi.update).map(({ params, body }) => [params.id, body]),
  ).toEqual([[2, { name: "Zebra & Sons", subscriptionPlan: "starter" }]]);
});

test("after a company is renamed on its own host, header and title have the new name without a reload", async () => {
  const { data, server } = companiesServer(anAdminCompany());
  Object.assign(data, { portal: portalOf(acme), user: aSuperAdmin() });
  server.respond(adminCompaniesApi.update, ({ body }) => {
    data.portal = portalOf({ ...acme, name: body.name ?? "" });
    return Object.assign(anAdminCompany(), body);
  });
  await openPage(server, PATH);
  await expect.element(page.getByRole("banner")).toMatchTextContent("Acme");
  await openEdit("Acme");
  await fillIn({ "Company Name": "Roadrunner Inc" }, editForm());
  await editForm().getByRole("button", { name: "Save changes" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Company updated successfully/);
  await expect.element(page.getByRole("banner")).toMatchTextContent("Roadrunner Inc");
  await expect.poll(() => document.title).toContain(" · Roadrunner Inc · ");
});

test("a company is deleted only after its exact name was typed, and the focus then moves to the screen's heading", async () => {
  const { server } = companiesServer(zebra());
  await openPage(server, `${PATH}?search=zebra`);
  await deleteByName("Zebra Works");
  await expect.element(page.getByText("No companies match your search")).toBeVisible();
  await expect.element(heading()).toHaveFocus();
  expect(server.calls(adminCompaniesApi.remove).map(({ params }) => params)).toEqual([{ id: 2 }]);
});

test("a company whose deletion was interrupted is marked as being deleted, has no link to its portal and can be deleted again", async () => {
  const { server } = companiesServer(zebra({ isBeingDeleted: true }));
  await openPage(server, `${PATH}?search=zebra`);
  await expect.element(rows()).toMatchTextContent("Being deleted If this stays, delete it again.");
  await expect.element(page.getByRole("link", { name: /^Portal of/ })).not.toBeInTheDocument();
  await deleteByName("Zebra Works");
  await expect.element(page.getByText("No companies match your search")).toBeVisible();
});

test("an empty companies table explains how to add a company, and if the added company cannot be saved, a toast is shown", async () => {
  const { server } = companiesServer();
  server.refuse(adminCompaniesApi.create, 500, "", { message: undefined });
  await openPage(server, PATH);
  await expect
    .element(page.getByText('No companies found. Click "Add Company" to create one.'))
    .toBeVisible();
  await page.getByRole("button", { name: "Add Company" }).click();
  await fillIn({ "Company Name": "Not today" }, addForm());
  await addForm().getByRole("button", { name: "Add Company" }).click();
  await expect
    .element(shownToast())
    .toMatchTextContent(/^Error.*Failed to save company\. Please try again\./);
});

test("a row of the companies table links to the audit log of the company", async () => {
  const { server } = companiesServer(zebra());
  const { address } = await openPage(server, PATH);
  await page.getByRole("link", { name: "Audit log of Zebra Works" }).click();
  await expect.poll(address).toBe("/admin/audit-log?companyId=2");
  await expect.element(page.getByRole("heading", { level: 2, name: "Audit log" })).toBeVisible();
});
