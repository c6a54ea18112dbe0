import { invalid } from "#server/platform/http/httpError.ts";

/**
 * Minimum number of characters of a listed password. Shorter passwords need not be listed, because
 * the contract refuses them.
 */
const MIN_LENGTH = 8;

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads about 18,000 passwords. They take 2 MB of memory, so this function is called only when the
 * first password is checked.
 */
async function loadBreachedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(
    dictionary["passwords-common"].filter((password) => password.length >= MIN_LENGTH),
  );
}

/**
 * Whether a password, ignoring case, is one of the most common passwords in known data breaches.
 */
export async function isBreachedPassword(password: string): Promise<boolean> {
  known ??= loadBreachedPasswords().catch((error: unknown) => {
    // After an error, the next call loads the list again.
    known = undefined;
    throw error;
  });
  const passwords = await known;
  return passwords.has(password) || passwords.has(password.toLowerCase());
}

/** @throws HttpError 400 on the given field for a password from a known data breach */
export async function refuseBreachedPassword(field: string, password: string): Promise<void> {
  if (!(await isBreachedPassword(password))) return;
  throw invalid({ [field]: ["This password is known from data breaches. Choose another one."] });
}
