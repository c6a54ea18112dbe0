import { invalid } from "#server/platform/http/httpError.ts";

/** Shorter passwords are refused by the contract. */
const MIN_LENGTH = 8;

let known: Promise<ReadonlySet<string>> | undefined;

/** Loaded on first use: about 18,000 words, 2 MB. */
async function loadBreachedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(
    dictionary["passwords-common"].filter((password) => password.length >= MIN_LENGTH),
  );
}

/** Whether a password, in any case, is one of the most common in known data breaches. */
export async function isBreachedPassword(password: string): Promise<boolean> {
  known ??= loadBreachedPasswords().catch((error: unknown) => {
    // The next call tries again.
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
