import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ReceivedInvitation } from "#contract/invitations.ts";
import { invitationsApi } from "#contract/invitations.ts";
import type { User } from "#contract/users.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anAdmin } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const TOKEN = "t".repeat(43);
const LINK = `/invitation?token=${TOKEN}`;
const GONE = "This invitation no longer works.";

const main = () => page.getByRole("main");
const createAccount = () => page.getByRole("button", { name: "Create account" });
const acceptButton = () => page.getByRole("button", { name: "Accept invitation" });

/**
 * Creates a server of Acme with an invitation. Without `user`, a visitor opens the invitation.
 */
function invitationServer(changes: Partial<ReceivedInvitation> = {}, user: User | null = null) {
  const invitation: ReceivedInvitation = {
    username: "robin@example.com",
    role: "company_admin",
    account: "none",
    ...changes,
  };
  return acmeServer(acmeData({ user }))
    .respond(invitationsApi.read, invitation)
    .respond(invitationsApi.accept, anAdmin());
}

test("an invited person without an account creates an account and is signed in", async () => {
  const server = invitationServer();
  const { documentLoads } = await openPage(server, LINK);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Join Acme");
  await expect.element(main()).toMatchTextContent("robin@example.com is invited as an admin.");
  await createAccount().click();
  await expect
    .element(page.getByLabelText("Full name"))
    .toHaveAccessibleDescription("Full name must be at least 2 characters");
  await expectWellMade("the page of an invitation");
  await page.getByLabelText("Full name").fill("Robin Reyes");
  await page.getByLabelText("Password", { exact: true }).fill("marmalade sandwich 7");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
  expect(server.calls(invitationsApi.accept)).toMatchObject([
    {
      params: { token: TOKEN },
      body: { fullName: "Robin Reyes", password: "marmalade sandwich 7" },
    },
  ]);
});

test("a signed-in user with the invited e-mail address accepts the invitation with one button", async () => {
  const server = invitationServer({ account: "own", role: "user" }, aCustomer());
  const { documentLoads } = await openPage(server, LINK);
  await expect.element(main()).toMatchTextContent("is invited as a customer.");
  await acceptButton().click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
});

test("a signed-out person who has an account with the invited e-mail address is led to the login page, which returns to the invitation", async () => {
  const { address } = await openPage(invitationServer({ account: "own" }), LINK);
  await expect.element(main()).toMatchTextContent("There is an account with this address.");
  await main().getByRole("link", { name: "Log in" }).click();
  await expect.poll(address).toBe(`/login?from=${encodeURIComponent(LINK)}`);
});

test("a user who is signed in with an e-mail address other than the invited address cannot accept the invitation but can log out", async () => {
  const other = aCustomer({ username: "somebody@example.com" });
  await openPage(invitationServer({ account: "own" }, other), LINK);
  await expect
    .element(main())
    .toMatchTextContent(/for robin@example\.com.*logged in as somebody@example\.com/);
  await expect.element(main().getByRole("button", { name: "Log out" })).toBeVisible();
  await expect.element(acceptButton()).not.toBeInTheDocument();
});

test("an invited person whose account belongs to a company other than the inviting company cannot accept the invitation and sees the reason", async () => {
  await openPage(invitationServer({ account: "other" }), LINK);
  await expect.element(main()).toMatchTextContent("belongs to an account of another company");
  await expect.element(createAccount()).not.toBeInTheDocument();
});

test("the page of an unknown or incomplete invitation link says that the invitation no longer works", async () => {
  const server = invitationServer();
  server.refuse(invitationsApi.read, 404, "This invitation no longer works");
  for (const path of [LINK, "/invitation?token=cut"]) {
    await openPage(server, path);
    await expect.element(page.getByRole("alert")).toMatchTextContent(GONE);
  }
  await expectWellMade("the page of a dead invitation");
});

test("if an invitation fails to load, its page shows an error with a button to try again", async () => {
  const server = invitationServer();
  server.refuse(invitationsApi.read, 500, "Something went wrong");
  await openPage(server, LINK);
  await expect.element(page.getByText("Failed to fetch the invitation")).toBeVisible();
  server.restore(invitationsApi.read);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(createAccount()).toBeVisible();
});

test("if an invitation no longer works when the user accepts it, a notice replaces the invitation and gets the focus", async () => {
  const server = invitationServer({ account: "own" }, aCustomer());
  await openPage(server, LINK);
  server.refuse(invitationsApi.accept, 404, "This invitation no longer works");
  await acceptButton().click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(GONE);
  await expect.element(page.getByRole("alert")).toHaveFocus();
});
