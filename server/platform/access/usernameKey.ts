import { withAsciiDomain } from "#contract/fields.ts";

/**
 * Returns the form in which e-mail addresses are compared: without surrounding spaces, with the domain
 * in its ASCII form, as accounts store it, and with the letters A to Z in lower case. The database compares this form with `lower(username collate "C")`,
 * which changes the same letters in every locale. Accounts have ASCII addresses only
 * (contract/fields.ts `email`). Other letters are not changed, because `toLowerCase()` and
 * PostgreSQL's `lower()` disagree about some of them, such as U+0130.
 */
export function usernameKey(username: string): string {
  return withAsciiDomain(username.trim()).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
