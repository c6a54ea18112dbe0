import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { authApi } from "#contract/auth.ts";
import { anAdminCompany, anAdminUser } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";

const form = () => page.getByRole("dialog");
const option = (name: string) => form().getByRole("radio", { name });
const question = () => form().getByRole("group", { name: "Which company is meant?" });
const create = () => form().getByRole("button", { name: "Create User" });
const globex = anAdminCompany({
  id: 2,
  name: "Globex",
  subdomain: "globex",
  createdAt: "2026-03-02T12:00:00.000Z",
});

/** Creates a server for the provider's console with the company Globex. */
function openConsole() {
  const data = consoleData({ companies: [globex], users: [anAdminUser()] });
  const [user] = data.users;
  return consoleServer(data)
    .respond(authApi.register, {
      ...anAdminUser({ mustChangePassword: true }),
      mustSetUpMfa: false,
      mustConfirmEmail: false,
    })
    .respond(adminUsersApi.update, ({ body: { companyName } }) => ({
      ...anAdminUser(user),
      ...(companyName !== undefined && { companyName }),
    }));
}

/** Opens the form for a new user and fills it in with this company name. */
async function openForm(server: ReturnType<typeof openConsole>, companyName: string) {
  await openPage(server, "/admin/users");
  await page.getByRole("button", { name: "Add User" }).click();
  await fillIn(
    {
      "Username (email)": "ida@example.com",
      "Full name": "Ida Invited",
      "Company name": companyName,
    },
    form(),
  );
}

const sentChoices = (server: ReturnType<typeof openConsole>) =>
  server
    .calls(authApi.register)
    .map(({ body: { companyName, companyId, found } }) => ({ companyName, companyId, found }));

test("the user form lists the companies whose name contains the typed text, writes the picked name into the field, and sends the company's id of the picked company", async () => {
  const server = openConsole();
  await openForm(server, "glob");
  await expect.element(option("Founds a new company: glob")).toBeVisible();
  await expect.element(option("Joins Globex")).not.toBeChecked();
  await expect
    .element(option("Joins Globex"))
    .toHaveAccessibleDescription("globex.localhost, founded March 2, 2026, admins ada@example.com");
  await expectWellMade("the question which company is meant");
  await expect.element(form().getByLabelText("Company name")).toBeRequired();
  await option("Joins Globex").click();
  await expect.element(form().getByLabelText("Company name")).toHaveValue("Globex");
  await create().click();
  await server.called(authApi.register);
  expect(sentChoices(server)).toEqual([{ companyName: "Globex", companyId: 2, found: undefined }]);
});

test("if several companies have the typed name, the user form asks which company the admin means", async () => {
  const server = openConsole().respond(adminCompaniesApi.named, [
    { ...globex, admins: [], adminsCount: 0 },
    { ...globex, id: 3, subdomain: null, admins: ["a@b.example", "c@d.example"], adminsCount: 5 },
  ]);
  await openForm(server, "Globex");
  const options = question().getByRole("radio");
  await expect.element(options.nth(0)).toHaveAccessibleDescription(/globex.localhost.*no admins/);
  await expect
    .element(options.nth(1))
    .toHaveAccessibleDescription(/No address yet.*admins a@b.example, c@d.example and 3 others/);
  await options.nth(1).click();
  await create().click();
  await server.called(authApi.register);
  expect(sentChoices(server)).toEqual([{ companyName: "Globex", companyId: 3, found: undefined }]);
});

test("a user form without a confirmed company sends nothing and asks the admin to confirm the company", async () => {
  const server = openConsole();
  await openForm(server, "Globex");
  await expect.element(option("Joins Globex")).toBeVisible();
  for (const _ of ["first", "second"]) {
    await create().click();
    await expect.element(question()).toHaveAccessibleDescription("Confirm which company is meant");
    await expect.element(option("Joins Globex")).toHaveFocus();
  }
  await server.settled();
  expect(server.calls(authApi.register)).toEqual([]);
});

test("if the company name is changed after the confirmation, the user form requires a new confirmation of the company", async () => {
  const server = openConsole();
  await openForm(server, "Globex");
  await option("Joins Globex").click();
  await fillIn({ "Company name": "Globexx" }, form());
  await expect.element(option("Founds a new company: Globexx")).not.toBeChecked();
  await create().click();
  await expect.element(question()).toHaveAccessibleDescription("Confirm which company is meant");
  expect(server.calls(authApi.register)).toEqual([]);
  await option("Founds a new company: Globexx").click();
  await create().click();
  await server.called(authApi.register);
  expect(sentChoices(server)).toEqual([
    { companyName: "Globexx", companyId: undefined, found: true },
  ]);
});

test("while the user form looks up a company name, a message is shown, and a failed lookup can be repeated", async () => {
  const server = openConsole();
  const goOn = server.holdRequest(adminCompaniesApi.named);
  await openForm(server, "Globex");
  await expect
    .element(question().getByRole("status"))
    .toHaveTextContent("Looking for companies...");
  server.refuse(adminCompaniesApi.named, 500, "Something went wrong");
  goOn();
  await expect.element(question().getByRole("alert")).toMatchTextContent("Failed to look up");
  server.restore(adminCompaniesApi.named);
  await question().getByRole("button", { name: "Try again" }).click();
  await expect.element(option("Joins Globex")).toBeVisible();
});

test("if another user has created a company with the typed name since the lookup, the user form shows that company and requires a new confirmation", async () => {
  const exists = "There is a company of this name by now. Check the company again.";
  const server = openConsole().respond(adminCompaniesApi.named, []);
  await openForm(server, "Globex");
  await option("Founds a new company: Globex").click();
  server.refuse(authApi.register, 409, exists).restore(adminCompaniesApi.named);
  await create().click();
  await expectMessages({ "Company name": exists }, form());
  await expect.element(option("Joins Globex")).not.toBeChecked();
});

test("the edit form of a user requires a confirmation of the company only if the company name is changed", async () => {
  const server = openConsole();
  await openPage(server, "/admin/users");
  await page.getByRole("button", { name: /^Edit / }).click();
  await fillIn({ "Full name": "Vera After" }, form());
  await expect.element(question()).not.toBeInTheDocument();
  await fillIn({ "Company name": "Globex" }, form());
  const save = form().getByRole("button", { name: "Save Changes" });
  await expect.element(option("Joins Globex")).toBeVisible();
  await save.click();
  await expect.element(question()).toHaveAccessibleDescription("Confirm which company is meant");
  expect(server.calls(adminUsersApi.update)).toEqual([]);
  await option("Joins Globex").click();
  await save.click();
  const { body } = await server.called(adminUsersApi.update);
  expect(body).toMatchObject({ fullName: "Vera After", companyName: "Globex", companyId: 2 });
});

test("the user form's question about which company is meant fits on a phone", async () => {
  await page.viewport(375, 740);
  await openForm(openConsole(), "Globex");
  await expect.element(option("Joins Globex")).toBeVisible();
  await expectWellMade("the question which company is meant on a phone");
});
