import { describe, expect, test } from "vitest";
import { lacksClaims, readClaims } from "./readClaims.ts";

const NAMES = {
  nameClaim: "name",
  pictureClaim: "picture",
  adminClaim: "groups",
  adminValue: "feedback-admins",
};
const ADA = { sub: "1", email: "ada@acme.example", email_verified: true, name: "Ada Lovelace" };

describe("the address", () => {
  test.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    [undefined, false],
    [1, false],
  ])("counts as verified for email_verified %j: %j", (verified, expected) => {
    const claims = { ...ADA, email_verified: verified };
    expect(readClaims(claims, NAMES)).toMatchObject({
      address: "ada@acme.example",
      isAddressVerified: expected,
    });
  });

  test("is missing if the claim is no address", () => {
    for (const wrong of [undefined, "", "ada", "ada@localhost", 7, ["a@acme.example"]])
      expect(readClaims({ ...ADA, email: wrong }, NAMES).address).toBeUndefined();
  });
});

describe("the name", () => {
  test("comes from the configured claim, from the parts of the name, or from the user name", () => {
    const parts = { given_name: "Ada", family_name: "Lovelace", preferred_username: "ada.l" };
    const named = (claims: object, nameClaim = "name") =>
      readClaims({ sub: "1", ...claims }, { ...NAMES, nameClaim }).fullName;
    expect(named({ ...parts, name: "A. L." })).toBe("A. L.");
    expect(
      named({ ...parts, "https://acme.example/name": "A. K." }, "https://acme.example/name"),
    ).toBe("A. K.");
    expect(named(parts)).toBe("Ada Lovelace");
    expect(named({ preferred_username: "ada.l" })).toBe("ada.l");
    expect(named({ name: "x" })).toBeUndefined();
    expect(named({ name: "y".repeat(300) })).toHaveLength(120);
  });

  test.each([
    ["n".repeat(10_000), "ada.l"],
    ["\u{1F600}".repeat(200), "\u{1F600}".repeat(120)],
    ["\u202Eevil\u202C Ann", "evil Ann"],
    ["Zoë\u0000Ünal", "Zoë Ünal"],
    ["Ann\r\nBcc: x@example.com", "Ann Bcc: x@example.com"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["a\uD800b", "a\uFFFDb"],
    ["\u200B\u2800", "ada.l"],
    [{ toString: "x" }, "ada.l"],
    [["Ann", "Bo"], "ada.l"],
  ])("%j is stored as %j", (name, stored) => {
    const claims = { sub: "1", name, preferred_username: "ada.l" };
    expect(readClaims(claims, NAMES).fullName).toBe(stored);
  });
});

describe("admins", () => {
  const makesAdmin = (claims: object, names: object = {}) =>
    readClaims({ ...ADA, ...claims }, { ...NAMES, ...names }).makesAdmin;

  test("are those with the value in the claim, as a text or in a list", () => {
    expect(makesAdmin({ groups: ["a", "feedback-admins"] })).toBe(true);
    expect(makesAdmin({ groups: "feedback-admins" })).toBe(true);
    expect(makesAdmin({ groups: ["feedback-admins-of-another"] })).toBe(false);
    expect(makesAdmin({})).toBe(false);
    expect(makesAdmin({ is_admin: true }, { adminClaim: "is_admin", adminValue: "true" })).toBe(
      true,
    );
  });

  test("are found at a path, as Keycloak sends roles, and under a URL, as Auth0 sends them", () => {
    const admin = { adminValue: "admin" };
    expect(
      makesAdmin(
        { realm_access: { roles: ["admin"] } },
        { adminClaim: "realm_access.roles", ...admin },
      ),
    ).toBe(true);
    const url = "https://acme.example/roles";
    expect(makesAdmin({ [url]: ["admin"] }, { adminClaim: url, ...admin })).toBe(true);
    expect(makesAdmin({}, { adminClaim: "__proto__.constructor", ...admin })).toBe(false);
  });

  test("are not decided if the provider makes none, or sends a reference in place of the groups", () => {
    expect(makesAdmin({ groups: ["feedback-admins"] }, { adminClaim: null })).toBeUndefined();
    expect(makesAdmin({ _claim_names: { groups: "src1" } })).toBeUndefined();
    expect(makesAdmin({ hasgroups: true })).toBeUndefined();
    // A person who can set claims of their own must not stay an admin by them.
    expect(makesAdmin({ groups: [], _claim_names: { groups: "src1" } })).toBe(false);
  });
});

test("the user info is asked if a claim that is used is missing in the ID token", () => {
  expect(lacksClaims({ ...ADA, picture: "https://a.example/p.png", groups: [] }, NAMES)).toBe(
    false,
  );
  expect(lacksClaims(ADA, NAMES)).toBe(true);
  expect(lacksClaims(ADA, { ...NAMES, pictureClaim: null, adminClaim: null })).toBe(false);
});
