import { expect, test } from "vitest";
import type { Portal } from "#contract/portal.ts";
import type { User, UserRole } from "#contract/users.ts";
import type { PageAccess } from "./pageAccess.ts";
import { redirectFor } from "./pageAccess.ts";

/** A portal of the product's own host, with only the fields that `redirectFor` reads. */
const portal = { company: null, tenantId: null } as Portal;

function userWith(role: UserRole, mustChangePassword = false): User {
  return {
    id: 1,
    username: "ada@acme.example",
    fullName: null,
    pictureUrl: null,
    role,
    companyId: null,
    mustChangePassword,
    mustSetUpMfa: false,
    confirmedAt: null,
    mustConfirmEmail: false,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
}

const redirect = (access: PageAccess, user: User | null, address = "/page?a=b") =>
  redirectFor(access, { portal, user, url: new URL(address, "http://localhost") });

test("the admin console redirects users other than super admins to / and signed-out visitors to /login", () => {
  expect(redirect("superAdmin", userWith("super_admin"))).toBeNull();
  expect(redirect("superAdmin", userWith("company_admin"))).toBe("/");
  expect(redirect("superAdmin", userWith("user"))).toBe("/");
  expect(redirect("superAdmin", null)).toBe("/login?from=%2Fpage%3Fa%3Db");
});

test.each(["everyone", "portalVisitors", "signedIn", "companyAdmin", "superAdmin"] as const)(
  "a user with a temporary password is redirected to /change-password from a page with the access rule '%s'",
  (access) => {
    const user = userWith("super_admin", true);
    expect(redirect(access, user)).toBe("/change-password?from=%2Fpage%3Fa%3Db");
  },
);

test("a signed-in user is allowed to open /change-password, whether or not the password is temporary, and a visitor is redirected to /login", () => {
  const address = "/change-password?from=%2Froadmap";
  expect(redirect("signedIn", userWith("user", true), address)).toBeNull();
  expect(redirect("signedIn", userWith("user"), address)).toBeNull();
  expect(redirect("signedIn", null, "/change-password")).toBe("/login?from=%2Fchange-password");
});

test("after a login with a temporary password, the URL of /change-password contains the page to return to", () => {
  const user = userWith("user", true);
  expect(redirect("signedOut", user, "/login?from=%2Fchangelog")).toBe(
    "/change-password?from=%2Fchangelog",
  );
  expect(redirect("signedOut", user, "/login")).toBe("/change-password?from=%2Froadmap");
});

test("an admin who must set up a second factor is redirected to /two-factor from every other page, but must first replace a temporary password", () => {
  const user = { ...userWith("super_admin"), mustSetUpMfa: true };
  expect(redirect("superAdmin", user)).toBe("/two-factor?from=%2Fpage%3Fa%3Db");
  expect(redirect("everyone", user)).toBe("/two-factor?from=%2Fpage%3Fa%3Db");
  expect(redirect("signedOut", user, "/login?from=%2Fchangelog")).toBe(
    "/two-factor?from=%2Fchangelog",
  );
  expect(redirect("signedIn", user, "/two-factor")).toBeNull();
  expect(redirect("signedIn", { ...user, mustChangePassword: true }, "/two-factor")).toMatch(
    /^\/change-password/,
  );
});

test("after a login without a return path, only a super admin without a company on the product's own host is led to the admin console instead of the roadmap", () => {
  const superAdmin = userWith("super_admin");
  expect(redirect("signedOut", superAdmin, "/login")).toBe("/admin/settings");
  expect(redirect("signedOut", superAdmin, "/login?from=%2Fchangelog")).toBe("/changelog");
  expect(redirect("signedOut", { ...superAdmin, companyId: 1 }, "/login")).toBe("/roadmap");
  expect(redirect("signedOut", userWith("company_admin"), "/login")).toBe("/roadmap");
  const onCompanyHost = { portal: { company: {}, tenantId: 1 } as Portal, user: superAdmin };
  const url = new URL("/login", "http://localhost");
  expect(redirectFor("signedOut", { ...onCompanyHost, url })).toBe("/roadmap");
});
