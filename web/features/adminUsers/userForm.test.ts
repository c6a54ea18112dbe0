import { expect, test } from "vitest";
import type { AdminUser } from "#contract/adminUsers.ts";
import { editedUserForm, userChanges, userFormValues } from "./userForm.ts";

const admin: AdminUser = {
  id: 3,
  username: "admin@acme.example",
  fullName: "Ada Admin",
  pictureUrl: null,
  role: "company_admin",
  companyId: 1,
  companyName: "Acme",
  isActive: true,
  mustChangePassword: false,
  hasMfa: false,
  confirmedAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};

const provider: AdminUser = { ...admin, role: "super_admin", companyId: null, companyName: null };

function problems(user: AdminUser, changes: object) {
  const parsed = editedUserForm(user).safeParse({ ...userFormValues(user), ...changes });
  return parsed.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

const tooShort = ["companyName", "Company name must be at least 2 characters"];

test("the edit form of an account is valid without edits, whether or not the account has a company", () => {
  expect(problems(admin, {})).toEqual([]);
  expect(problems(provider, {})).toEqual([]);
});

test("an account that has a company, or becomes a company admin, requires a company name of at least two characters", () => {
  expect(problems(admin, { companyName: " " })).toEqual([tooShort]);
  expect(problems(provider, { companyName: "A" })).toEqual([tooShort]);
  expect(problems(provider, { role: "company_admin" })).toEqual([tooShort]);
  expect(problems(provider, { role: "company_admin", companyName: "Acme" })).toEqual([]);
});

test("an invalid email or name in the edit form of an account is reported with the specification's error message", () => {
  expect(problems(admin, { username: "ada", fullName: "A" })).toEqual([
    ["username", "Invalid email format"],
    ["fullName", "Full name must be at least 2 characters"],
  ]);
});

test("only edited fields of an account are sent", () => {
  expect(userChanges(admin, userFormValues(admin))).toEqual({});
  expect(
    userChanges(admin, { ...userFormValues(admin), isActive: false, fullName: "Ada" }),
  ).toEqual({
    isActive: false,
    fullName: "Ada",
  });
});
