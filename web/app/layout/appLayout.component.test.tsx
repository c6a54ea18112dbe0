import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { authApi } from "#contract/auth.ts";
import { moderationApi } from "#contract/moderation.ts";
import type { User } from "#contract/users.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { acme, aCustomer, anAdmin, anItem, aSuperAdmin, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const accountMenu = () => page.getByRole("button", { name: /^Account menu/ });
const menu = () => page.getByRole("menu");
const question = () => page.getByRole("alertdialog", { name: "Discard unsaved changes?" });

async function logOut(): Promise<void> {
  await accountMenu().click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

/** Whether the browser would ask for confirmation before it unloads the document. */
function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

const submit = "Submit Feedback(opens in a new tab)";
const atProduct = portalOf(null);
const ofCompany = portalOf(null, { tenantId: acme.id });
const menus: [string, User, typeof atProduct, string, string[]][] = [
  ["a customer", aCustomer(), portalOf(), "User", ["My feedback", "Profile"]],
  [
    "a company admin",
    anAdmin(),
    portalOf(),
    "Company admin",
    [submit, "Company Settings", "My feedback", "Profile"],
  ],
  ["a super admin", aSuperAdmin(), atProduct, "Super admin", ["Site Settings", "Profile"]],
  [
    "a super admin with a company",
    aSuperAdmin({ companyId: acme.id }),
    ofCompany,
    "Super admin",
    ["Site Settings", submit, "Company Settings", "My feedback", "Profile"],
  ],
];

test.each(menus)(
  "the account menu of %s has only the links for this role, and fetches moderation counts only if it has the link 'Company Settings'",
  async (_, user, portal, role, links) => {
    const server = accountServer(accountData({ user, portal })).respond(adminCompaniesApi.list, {
      items: [],
      total: 0,
      nextCursor: null,
    });
    await openPage(server, "/roadmap");
    await accountMenu().click();
    await expect.element(menu()).toMatchTextContent(user.username);
    await expect.element(menu()).toMatchTextContent(role);
    const entries = menu().getByRole("menuitem").elements();
    expect(entries.map(({ textContent }) => textContent)).toEqual([...links, "Log out"]);
    await server.settled();
    const hasAsked = server.calls(moderationApi.count).length > 0;
    expect(hasAsked).toBe(links.includes("Company Settings"));
  },
);

test("the account menu shows who is signed in and links to the profile", async () => {
  const user = anAdmin({ fullName: "Maya Lindqvist", username: "admin@acme.example" });
  await openPage(accountServer(accountData({ user })), "/roadmap");
  const avatar = page.getByRole("button", { name: "Account menu of Maya Lindqvist" });
  await expect.element(avatar).toMatchTextContent("ML");
  await avatar.click();
  await expect.element(menu()).toMatchTextContent("Maya Lindqvist");
  await menu().getByRole("menuitem", { name: "Profile" }).click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("User Settings");
  await expect
    .element(page.getByRole("textbox", { name: "Full name" }))
    .toHaveValue("Maya Lindqvist");
  await expect.element(page.getByRole("main")).toMatchTextContent("admin@acme.example");
});

test("the link 'My feedback' in the account menu opens the list of the items that the user has submitted", async () => {
  const user = aCustomer();
  const items = [
    anItem({ id: 1, title: "Mine", userId: user.id }),
    anItem({ id: 2, title: "Somebody else's", userId: null }),
  ];
  const { address } = await openPage(
    accountServer({ ...accountData({ user }), items }),
    "/roadmap",
  );
  await accountMenu().click();
  await page.getByRole("menuitem", { name: "My feedback" }).click();
  await expect.element(page.getByRole("article")).toMatchTextContent("Mine");
  expect(address()).toBe("/feedback?mine=submitted");
});

test("the link 'Submit Feedback' in the account menu opens the company's portal in a new tab", async () => {
  await openPage(accountServer(accountData({ user: anAdmin(), portal: ofCompany })), "/changelog");
  await accountMenu().click();
  const link = page.getByRole("menuitem", { name: /^Submit Feedback/ });
  await expect.element(link).toHaveAttribute("href", "/api/feedback-portal");
  await expect.element(link).toHaveAttribute("target", "_blank");
});

test("while a logout is being sent, the account menu shows 'Logging out...', and then the page reloads", async () => {
  const server = accountServer(accountData());
  const { documentLoads } = await openPage(server, "/feedback");
  const goOn = server.holdRequest(authApi.logout);
  await logOut();
  await expect.element(page.getByRole("menuitem", { name: "Logging out..." })).toBeVisible();
  expect(documentLoads).toEqual([]);
  goOn();
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: "/feedback" }]);
});

test("a failed logout shows a toast, and the user stays signed in", async () => {
  const server = accountServer(accountData()).breakConnection(authApi.logout);
  const { documentLoads } = await openPage(server, "/changelog");
  await logOut();
  await expect.element(shownToast()).toMatchTextContent("Logout failed");
  await userEvent.keyboard("{Escape}");
  await expect.element(accountMenu()).toBeVisible();
  expect(documentLoads).toEqual([]);
});

test("logging out with unsaved changes asks for confirmation before the session ends", async () => {
  const server = settingsServer(settingsData()).respond(authApi.logout, undefined);
  const { documentLoads } = await openPage(server, "/company/settings");
  await fillIn({ "Company name": "Half a thought" });
  const expectKept = () => expect.element(fieldOf("Company name")).toHaveValue("Half a thought");
  await logOut();
  await expect.element(question().getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(menu()).not.toBeInTheDocument();
  await expectKept();
  expect(server.calls(authApi.logout)).toEqual([]);

  // If the logout fails, the form and its unsaved changes stay, and leaving the page asks for
  // confirmation again.
  server.refuse(authApi.logout, 503, "Busy");
  await logOut();
  await question().getByRole("button", { name: "Discard changes" }).click();
  await expect.element(shownToast()).toMatchTextContent("Logout failed");
  server.restore(authApi.logout);
  await page.getByRole("banner").getByRole("link", { name: "Roadmap" }).click();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expectKept();
  expect(asksBeforeUnload()).toBe(true);

  await logOut();
  await question().getByRole("button", { name: "Discard changes" }).click();
  await expect
    .poll(() => documentLoads)
    .toEqual([{ kind: "reload", address: "/company/settings" }]);
  expect(asksBeforeUnload()).toBe(false);
});

test.each([
  { url: null, href: `//localhost:${window.location.port}/` },
  { url: "https://provider.example/", href: "https://provider.example/" },
])("the link 'Powered by' leads to $href if the provider's URL is $url", async ({ url, href }) => {
  const data = acmeData();
  data.portal.provider.url = url;
  await openPage(acmeServer(data), "/changelog");
  const poweredBy = page.getByRole("contentinfo").getByRole("link", { name: /^Powered by/ });
  await expect.element(poweredBy).toHaveAttribute("href", href);
});
