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

const removed: AdminUser = { ...provider, role: "user" };

function problems(user: AdminUser, changes: object) {
  const parsed = editedUserForm(user).safeParse({ ...userFormValues(user), ...changes });
  return parsed.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

const tooShort = ["companyName", "Company name must be at least 2 characters"];

test("the edit form of an account is valid without edits, whether or not the account has a company", () => {
  expect(problems(admin, {})).toEqual([]);
  expect(problems(provider, {})).toEqual([]);
});

test("an account requires a company name of at least two characters, unless it is a super admin without a company or only its activation changes", () => {
  expect(problems(admin, { companyName: " " })).toEqual([tooShort]);
  expect(problems(provider, { companyName: "A" })).toEqual([tooShort]);
  expect(problems(provider, { role: "company_admin" })).toEqual([tooShort]);
  expect(problems(provider, { role: "company_admin", companyName: "Acme" })).toEqual([]);
  expect(problems(provider, { fullName: "Paula" })).toEqual([]);
  expect(problems(removed, { fullName: "Rita" })).toEqual([tooShort]);
  expect(problems(removed, { isActive: false })).toEqual([]);
});

test("an invalid email or name in the edit form of an account is reported with the specification's error message", () => {
  expect(problems(admin, { username: "ada", fullName: "A" })).toEqual([
    ["username", "Invalid email format"],
    ["fullName", "Full name must be at least 2 characters"],
  ]);
});

test("an edited account is sent with all specified fields, and with its activation if that was changed", () => {
  const values = userFormValues(admin);
  const { isActive: _, ...specified } = values;
  expect(userChanges(admin, values)).toEqual({});
  expect(userChanges(admin, { ...values, isActive: false })).toEqual({ isActive: false });
  expect(userChanges(admin, { ...values, fullName: "Ada" })).toEqual({
    ...specified,
    fullName: "Ada",
    companyId: 1,
  });
  expect(userChanges(admin, { ...values, companyName: "Globex" })).toEqual({
    ...specified,
    companyName: "Globex",
  });
  expect(userChanges(provider, { ...userFormValues(provider), fullName: "Pia" })).toEqual({
    username: provider.username,
    fullName: "Pia",
    role: "super_admin",
  });
});
