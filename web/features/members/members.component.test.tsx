import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CreatedInvitation, Invitation } from "#contract/invitations.ts";
import { invitationsApi } from "#contract/invitations.ts";
import type { Member } from "#contract/members.ts";
import { membersApi, UNCONFIRMED_ADMIN } from "#contract/members.ts";
import type { Customer } from "#contract/customers.ts";
import { customersApi } from "#contract/customers.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anAdmin, daysAgo, portalOf } from "#web/testing/fixtures.ts";
import { includes, pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/company/members";
const LINK = `http://acme.localhost/invitation?token=${"t".repeat(43)}`;
const LAST_ADMIN = "The last admin of a company must stay one. Make somebody else an admin first.";

const admin = anAdmin();
const CUSTOMERS = `${PATH}?tab=customers`;
const members = () => tableRows("Members");
const customers = () => tableRows("Customers");
const invitations = () => tableRows("Open invitations");
const toolbar = (name = "Members") => page.getByRole("search", { name });
const dialog = () => page.getByRole("dialog");
const question = () => page.getByRole("alertdialog");
const button = (name: string) => page.getByRole("button", { name });

const aMember = (changes: Partial<Member> = {}): Member => ({
  id: 40,
  username: "pat@example.com",
  fullName: "Pat Person",
  pictureUrl: null,
  role: "user",
  isActive: true,
  confirmedAt: daysAgo(40),
  mustConfirmEmail: false,
  hasSignOn: false,
  createdAt: daysAgo(40),
  ...changes,
});

const ownMember = aMember({
  id: admin.id,
  username: admin.username,
  fullName: admin.fullName,
  pictureUrl: null,
  role: "company_admin",
});

const aCustomer = (member: Omit<Member, "role">): Customer => ({
  ...member,
  isBlocked: false,
  isImported: false,
  items: 3,
  votes: 1000,
  comments: 0,
  lastSeenAt: null,
});

const anInvitation = (changes: Partial<Invitation> = {}): Invitation => ({
  id: 5,
  username: "ines@example.com",
  role: "company_admin",
  invitedBy: "Alex Admin",
  createdAt: daysAgo(1),
  expiresAt: daysAgo(-6),
  ...changes,
});

/**
 * Creates a server of Acme with a signed-in admin and these members and invitations. Requests that
 * change members or invitations change these arrays.
 */
function membersServer(all: Member[], open: Invitation[] = [], sendsMail = true) {
  const portal = portalOf(undefined, { sendsMail });
  return acmeServer(acmeData({ user: admin, portal }))
    .respond(membersApi.list, ({ query }) =>
      pageFrom(
        all.filter(
          ({ username, fullName, role }) =>
            includes(username + (fullName ?? ""), query.search) &&
            (query.role === undefined || role === query.role),
        ),
        query,
      ),
    )
    .respond(customersApi.list, ({ query }) =>
      pageFrom(
        all
          .filter(
            ({ username, fullName, role }) =>
              role === "user" && includes(username + (fullName ?? ""), query.search),
          )
          .map(aCustomer),
        query,
      ),
    )
    .respond(invitationsApi.list, ({ query }) => pageFrom(open, query))
    .respond(membersApi.update, ({ params, body }) => {
      const member = all.find(({ id }) => id === params.id) ?? ownMember;
      return Object.assign(member, body);
    })
    .respond(membersApi.remove, ({ params }) => {
      all.splice(
        all.findIndex(({ id }) => id === params.id),
        1,
      );
    })
    .respond(invitationsApi.create, ({ body: { username, role, delivery } }): CreatedInvitation => {
      const made =
        open.find((each) => each.username === username) ??
        anInvitation({ id: open.length + 6, username });
      if (!open.includes(made)) open.push(Object.assign(made, { role }));
      return { ...made, link: delivery === "link" ? LINK : null };
    })
    .respond(invitationsApi.withdraw, () => void open.pop());
}

test("the team's tab shows the admins with names and e-mail addresses, and marks the admin's own account and deactivated accounts", async () => {
  const inactive = aMember({
    id: 41,
    fullName: null,
    username: "x@example.com",
    role: "company_admin",
    isActive: false,
  });
  await openPage(membersServer([ownMember, aMember(), inactive], [anInvitation()]), PATH);
  await expect.element(toolbar().getByRole("status")).toHaveTextContent("2 members");
  await expect.element(members().nth(0)).toMatchTextContent(/Alex Admin.*You.*admin@acme\.example/);
  await expect.element(members().nth(1)).toMatchTextContent(/No name provided.*Deactivated/);
  await expect.element(invitations()).toMatchTextContent(/ines@example\.com.*Admin.*Alex Admin/);
  await expectWellMade("the page of members");
});

test("the customers' tab shows what each customer did, and marks people who are blocked or only imported", async () => {
  const server = membersServer([ownMember, aMember()]);
  const imported = {
    ...aCustomer(aMember({ id: 41, fullName: "Ida Imported", isActive: false })),
    username: null,
    isImported: true,
    isBlocked: true,
  };
  server.respond(customersApi.list, ({ query }) =>
    pageFrom([aCustomer(aMember()), imported], query),
  );
  const { address } = await openPage(server, PATH);
  await page.getByRole("tab", { name: "Customers" }).click();
  await expect.element(toolbar("Customers").getByRole("status")).toHaveTextContent("2 customers");
  expect(address()).toBe(CUSTOMERS);
  await expect.element(customers().nth(0)).toMatchTextContent(/Pat Person.*3.*1,000\+.*0/);
  await expect.element(customers().nth(1)).toMatchTextContent(/Ida Imported.*Blocked.*Imported/);
  await expect.element(customers().nth(1)).not.toMatchTextContent("Deactivated");
  await expect.element(customers().nth(1).getByRole("button")).not.toBeInTheDocument();
  await expectWellMade("the customers of a company");
});

test("the list of customers marks a person whose e-mail address is unconfirmed, and shows at the role field that this person cannot become an admin yet", async () => {
  const person = aMember({ confirmedAt: null, mustConfirmEmail: true });
  const server = membersServer([ownMember, person, aMember({ id: 42, username: "z@example.com" })]);
  server.refuse(membersApi.update, 409, UNCONFIRMED_ADMIN);
  await openPage(server, CUSTOMERS);
  await expect.element(customers().nth(0)).toMatchTextContent(/Pat Person.*Unconfirmed/);
  await expect.element(customers().nth(1)).not.toMatchTextContent("Unconfirmed");
  await button("Actions for pat@example.com").click();
  await page.getByRole("menuitem", { name: "Change role…" }).click();
  const role = () => dialog().getByRole("combobox", { name: "Role" });
  await role().selectOptions("Admin");
  await button("Save changes").click();
  await expect.element(role()).toHaveAccessibleDescription(new RegExp(`^${UNCONFIRMED_ADMIN}`));
});

test("search, state and order of the customers are stored in the page's URL, and can be cleared when nothing matches", async () => {
  const server = membersServer([ownMember, aMember()]);
  const { address, reload } = await openPage(server, CUSTOMERS);
  await page.getByRole("combobox", { name: "State" }).selectOptions("Confirmed");
  await page.getByRole("combobox", { name: "Sort by" }).selectOptions("Most votes");
  await toolbar("Customers").getByRole("searchbox", { name: "Search customers" }).fill("nobody");
  await expect.poll(address).toBe(`${CUSTOMERS}&state=confirmed&sort=votes&search=nobody`);
  await expect.element(page.getByText("No customers match your filters")).toBeVisible();
  expect(server.calls(customersApi.list).at(-1)?.query).toMatchObject({
    search: "nobody",
    state: "confirmed",
    sort: "votes",
  });
  await reload();
  await expect.element(page.getByText("No customers match your filters")).toBeVisible();
  await button("Clear filters").click();
  await expect.element(customers()).toHaveLength(1);
  expect(address()).toBe(`${CUSTOMERS}&sort=votes`);
});

test("if the members fail to load, their list shows an error with a button to try again, and the invitations are still shown", async () => {
  const server = membersServer([ownMember]);
  server.refuse(membersApi.list, 500, "Something went wrong");
  await openPage(server, PATH);
  await expect.element(page.getByText("Failed to fetch members")).toBeVisible();
  await expect.element(page.getByText("Nobody is invited at present.")).toBeVisible();
  server.restore(membersApi.list);
  await button("Try again").click();
  await expect.element(members()).toHaveLength(1);
});

test("an admin can make a customer an admin by keyboard, and the heading of the list then has the focus", async () => {
  const server = membersServer([ownMember, aMember()]);
  await openPage(server, CUSTOMERS);
  await pressKeys(button("Actions for pat@example.com"), "{Enter}");
  const changeRole = page.getByRole("menuitem", { name: "Change role…" });
  await expect.element(changeRole).toHaveFocus();
  await pressKeys(changeRole, "{Enter}");
  const role = () => dialog().getByRole("combobox", { name: "Role" });
  await expect.element(role()).toHaveFocus();
  await expectWellMade("the dialog that changes a role");
  await role().selectOptions("Admin");
  await expect.element(role()).toHaveAccessibleDescription(/^Manages the company/);
  await pressKeys(dialog().getByRole("button", { name: "Save changes" }), "{Enter}");
  await expect.element(shownToast()).toMatchTextContent("Role changed successfully");
  await expect.element(button("Actions for pat@example.com")).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Customers" })).toHaveFocus();
  expect(server.calls(membersApi.update)[0]).toMatchObject({
    params: { id: 40 },
    body: { role: "company_admin" },
  });
});

test("if the server refuses to demote the last admin, the error is shown at the role field", async () => {
  const server = membersServer([ownMember]);
  server.refuse(membersApi.update, 409, LAST_ADMIN);
  await openPage(server, PATH);
  await button(`Change role of ${admin.username}`).click();
  const role = () => dialog().getByRole("combobox", { name: "Role" });
  await role().selectOptions("Customer");
  await button("Save changes").click();
  await expect.element(role()).toHaveAccessibleDescription(new RegExp(`^${LAST_ADMIN}`));
});

test("an admin can remove a member, and the focus then moves to the heading of the list of members", async () => {
  const server = membersServer([ownMember, aMember({ role: "company_admin" })]);
  await openPage(server, PATH);
  await button("Remove pat@example.com").click();
  await expect.element(question()).toMatchTextContent(/lose all rights in the company/);
  await expect.element(question()).toMatchTextContent(/invitations to and from this person stop/);
  await question().getByRole("button", { name: "Remove" }).click();
  await expect.element(shownToast()).toMatchTextContent("Member removed successfully");
  await expect.element(members()).toHaveLength(1);
  await expect.element(page.getByRole("heading", { level: 2, name: "Members" })).toHaveFocus();
  expect(server.calls(membersApi.remove)[0]?.params).toEqual({ id: 40 });
});

test("an admin who leaves the company is sent to the login page", async () => {
  const { documentLoads } = await openPage(membersServer([ownMember, aMember()]), PATH);
  await button("Leave the company").click();
  await question().getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/login" }]);
});

test("a person whom an admin invites by mail appears among the open invitations", async () => {
  const server = membersServer([ownMember]);
  await openPage(server, PATH);
  await button("Invite").click();
  const email = () => dialog().getByRole("textbox", { name: "Email" });
  await expect.element(email()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(email()).toHaveAccessibleDescription("Email is required");
  await expectWellMade("the dialog that invites");
  await email().fill("new@example.com");
  await dialog().getByRole("combobox", { name: "Role" }).selectOptions("Customer");
  await button("Send invitation").click();
  await expect.element(shownToast()).toMatchTextContent(/Invitation sent.*new@example\.com/);
  await expect.element(invitations()).toMatchTextContent(/new@example\.com.*Customer/);
  expect(server.calls(invitationsApi.create)[0]?.body).toEqual({
    username: "new@example.com",
    role: "user",
    delivery: "mail",
  });
});

test("if the portal sends no mails, an invitation has a link that the admin can copy", async () => {
  const server = membersServer([ownMember], [anInvitation()], false);
  await openPage(server, PATH);
  await expect.element(button("Replace link for ines@example.com")).toBeVisible();
  await expect.element(button("Resend to ines@example.com")).not.toBeInTheDocument();
  await button("Invite").click();
  await expect.element(dialog()).toMatchTextContent("This portal sends no mails.");
  await dialog().getByRole("textbox", { name: "Email" }).fill("new@example.com");
  await button("Create link").click();
  await expect.element(page.getByRole("heading", { name: "Invitation link" })).toBeVisible();
  await expect.element(dialog()).toMatchTextContent(LINK);
  await expectWellMade("the dialog with a link");
  await dialog().getByRole("button", { name: "Copy link" }).click();
  await expect.element(dialog().getByRole("status")).toMatchTextContent(/Copied|Could not copy/);
  await button("Done").click();
  await expect.element(button("Invite")).toHaveFocus();
  expect(server.calls(invitationsApi.create)[0]?.body.delivery).toBe("link");
});

test("inviting an e-mail address that cannot be invited shows the error at the address field", async () => {
  const refusal = "This address belongs to an account of another company";
  const server = membersServer([ownMember]);
  server.refuse(invitationsApi.create, 409, refusal);
  await openPage(server, PATH);
  await button("Invite").click();
  const email = () => dialog().getByRole("textbox", { name: "Email" });
  await email().fill("new@example.com");
  await button("Send invitation").click();
  await expect.element(email()).toHaveAccessibleDescription(refusal);
  await expect.element(email()).toHaveFocus();
});

test("an admin can send an open invitation again, replace its link and withdraw the invitation", async () => {
  const server = membersServer([ownMember], [anInvitation()]);
  await openPage(server, PATH);
  await button("Resend to ines@example.com").click();
  await expect.element(shownToast()).toMatchTextContent("Invitation sent");
  await button("Replace link for ines@example.com").click();
  await expect.element(dialog()).toMatchTextContent(LINK);
  await button("Done").click();
  await expect.element(button("Replace link for ines@example.com")).toHaveFocus();
  const calls = server.calls(invitationsApi.create).map(({ body }) => body.delivery);
  expect(calls).toEqual(["mail", "link"]);
  await button("Withdraw the invitation of ines@example.com").click();
  await question().getByRole("button", { name: "Withdraw" }).click();
  await expect.element(page.getByText("Nobody is invited at present.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Open invitations" })).toHaveFocus();
});

test("if another admin changes members or invitations, the open page of members shows the change", async () => {
  const [all, open] = [[ownMember], [anInvitation()]];
  const server = membersServer(all, open);
  await openPage(server, PATH, { isLive: true });
  await expect.element(invitations()).toHaveLength(1);
  all.push(aMember({ role: "company_admin" }));
  open.pop();
  server.publish({ kind: "members" });
  await expect.element(members()).toHaveLength(2);
  await expect.element(page.getByText("Nobody is invited at present.")).toBeVisible();
});
