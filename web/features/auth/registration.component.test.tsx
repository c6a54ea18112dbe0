import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { aCustomer, acme, anAdmin, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const BREACHED = "This password is known from data breaches. Choose another one.";

const submit = () => page.getByRole("main").getByRole("button", { name: "Sign up" });
const textboxes = () => page.getByRole("main").getByRole("textbox");

const customer = {
  "Full name": "Robin Tester",
  "Work email": "robin@example.com",
  Password: "a long password",
};
const company = { ...customer, "Company/app name": "Acme again", "Portal subdomain": "Free-name" };

/** Creates a server for a visitor of Acme's host or, if `of` is null, of the product's own host. */
const visitorServer = (of: typeof acme | null, isOpen = true) =>
  acmeServer(acmeData({ portal: portalOf(of, { registrationOpen: isOpen }) }))
    .respond(authApi.register, of ? aCustomer() : anAdmin())
    .respond(authApi.checkSubdomain, { state: "free" });

test("the registration of a company sends the typed values and then opens the roadmap", async () => {
  const server = visitorServer(null);
  const { documentLoads } = await openPage(server, "/register");
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Create an account");
  await expect.element(page.getByText(".localhost", { exact: true })).toBeVisible();
  await fillIn(company);
  await submit().click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
  expect(server.calls(authApi.register).map(({ body }) => body)).toEqual([
    {
      role: "company_admin",
      fullName: "Robin Tester",
      username: "robin@example.com",
      companyName: "Acme again",
      subdomain: "free-name",
      password: "a long password",
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]);
});

test("every invalid field of a company's registration shows an error", async () => {
  const server = visitorServer(null);
  await openPage(server, "/register");
  await submit().click();
  await expectMessages({
    "Full name": "Full name must be at least 2 characters",
    "Work email": "Email is required",
    "Company/app name": "Company name must be at least 2 characters",
    "Portal subdomain": "Subdomain must be at least 3 characters",
    Password: "Password must be at least 8 characters",
  });
  await expect.element(fieldOf("Full name")).toHaveFocus();
  // The text occurs only once, because the error replaces the field's help text. Both contain the
  // words "at least 8 characters".
  await expect.element(page.getByText(/at least 8 characters/i)).toHaveLength(1);
  await fillIn({ "Work email": "no-address", "Portal subdomain": "-acme-", Password: "short" });
  await expectMessages({
    "Work email": "Invalid email format",
    "Portal subdomain":
      "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen",
    Password: "Password must be at least 8 characters",
  });
  await fillIn({ "Portal subdomain": "a".repeat(64) });
  await expectMessages({ "Portal subdomain": "Subdomain must be less than 63 characters" });
  await server.settled();
  expect(server.calls(authApi.register)).toEqual([]);
});

test("the subdomain is derived from the company's name until the user types a subdomain, and the server checks each valid subdomain while the user types", async () => {
  const states = { acme: "taken", support: "reserved" } as const;
  const server = visitorServer(null).respond(authApi.checkSubdomain, ({ query }) => ({
    state: states[query.subdomain as keyof typeof states] ?? "free",
  }));
  await openPage(server, "/register");
  const subdomain = fieldOf("Portal subdomain");
  await fillIn({ "Company/app name": "Acme" });
  await expect.element(subdomain).toHaveValue("acme");
  await expectMessages({ "Portal subdomain": "Subdomain is already taken" });
  await fillIn({ "Company/app name": "Acme Tools" });
  await expect.element(subdomain).toHaveValue("acme-tools");
  await expect.element(page.getByText("This address is free.")).toBeVisible();
  await expect.element(subdomain).not.toHaveAttribute("aria-invalid");
  await fillIn({ "Portal subdomain": "Support" });
  await expectMessages({ "Portal subdomain": "This subdomain is reserved" });
  await fillIn({ "Portal subdomain": "-x-" });
  await expectMessages({ "Portal subdomain": "Subdomain can only contain lowercase letters" });
  await fillIn({ "Company/app name": "Another" });
  await expect.element(subdomain).toHaveValue("-x-");
  expect(new Set(server.calls(authApi.checkSubdomain).map(({ query }) => query.subdomain))).toEqual(
    new Set(["acme", "acme-tools", "support"]),
  );
});

test("a failed check of the subdomain shows no error, and the registration can be sent", async () => {
  const server = visitorServer(null).refuse(authApi.checkSubdomain, 429, "Too many attempts");
  const { documentLoads } = await openPage(server, "/register");
  await fillIn(company);
  await expect.poll(() => server.calls(authApi.checkSubdomain)).toHaveLength(1);
  await expect.element(fieldOf("Portal subdomain")).not.toHaveAttribute("aria-invalid");
  await submit().click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
});

test.each([
  ["Portal subdomain", "Subdomain is already taken"],
  ["Work email", "Username already exists"],
])(
  "if the value of the field '%s' is already taken, the registration shows an error in a toast and at the field",
  async (field, message) => {
    await openPage(visitorServer(null).refuse(authApi.register, 409, message), "/register");
    await fillIn(company);
    await submit().click();
    await expect.element(shownToast()).toMatchTextContent("Registration failed");
    await expect.element(shownToast()).toMatchTextContent(message);
    await expectMessages({ [field]: message });
  },
);

test("a hint says how hard a new password is to guess, and disappears with the password", async () => {
  await openPage(visitorServer(acme), "/register");
  const hint = () => page.getByRole("main").getByRole("status");
  await fillIn({ Password: "password1" });
  await expect.element(hint()).toHaveTextContent("Easy to guess");
  await fillIn({ Password: "correct weather rides sideways" });
  await expect.element(hint()).toMatchTextContent(/trong$/);
  await fillIn({ Password: "" });
  await expect.element(hint()).not.toBeInTheDocument();
});

test("the registration of a customer asks for name, email and password only", async () => {
  const server = visitorServer(acme);
  const { documentLoads } = await openPage(server, "/register");
  await expect.element(fieldOf("Portal subdomain")).not.toBeInTheDocument();
  await expect.element(fieldOf("Company/app name")).not.toBeInTheDocument();
  await expect.element(fieldOf("Password")).toHaveAccessibleDescription("At least 8 characters.");
  await submit().click();
  await expectMessages({
    "Full name": "Full name must be at least 2 characters",
    "Work email": "Email is required",
    Password: "Password must be at least 8 characters",
  });
  await expect.element(page.getByText(/at least 8 characters/i)).toHaveLength(1);
  await fillIn(customer);
  await submit().click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
  expect(server.calls(authApi.register).map(({ body }) => body)).toEqual([
    {
      role: "user",
      fullName: "Robin Tester",
      username: "robin@example.com",
      password: "a long password",
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]);
});

test("a registration with a password known from data breaches shows the error at the password field", async () => {
  const server = visitorServer(acme).refuse(authApi.register, 400, "Validation failed", {
    errors: { password: [BREACHED] },
  });
  await openPage(server, "/register");
  await fillIn({ ...customer, Password: "password1" });
  await submit().click();
  await expectMessages({ Password: BREACHED });
});

test.each([
  ["a company takes no new customers", acme, "Ask Acme for an account."],
  ["the product takes no new companies", null, "or ask Hearback to set up a portal"],
])("if %s, the registration page shows no form and says whom to ask", async (_, of, whom) => {
  await openPage(visitorServer(of, false), "/login");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await expect.element(page.getByText("Public registration is disabled")).toBeVisible();
  await expect.element(page.getByRole("main")).toMatchTextContent(whom);
  await expect.element(textboxes()).toHaveLength(0);
});
