import { expect, test } from "vitest";
import { newPassword } from "#contract/fields.ts";
import { temporaryPassword } from "./CreateUserDialog.tsx";

test("a temporary password is six groups of four symbols and passes the server's validation", () => {
  const password = temporaryPassword();
  expect(password).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){5}$/);
  expect(newPassword.safeParse(password).success).toBe(true);
});

test("200 temporary passwords are unique and together use all 32 symbols", () => {
  const passwords = Array.from({ length: 200 }, temporaryPassword);
  expect(new Set(passwords).size).toBe(200);
  expect(new Set(passwords.join("").replaceAll("-", "")).size).toBe(32);
});
