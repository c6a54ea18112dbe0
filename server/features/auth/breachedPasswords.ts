import { invalid } from "#server/platform/http/httpError.ts";

/** Shorter ones are refused before. */
const SHORTEST = 8;

let known: Promise<ReadonlySet<string>> | undefined;

/** Loaded when it is first asked for: some 18,000 words in 2 MB. */
async function loadBreachedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((password) => password.length >= SHORTEST));
}

/** Whether a password is among the most common ones of known data breaches, in any case. */
export async function isBreachedPassword(password: string): Promise<boolean> {
  known ??= loadBreachedPasswords().catch((error: unknown) => {
    // The next one tries again.
    known = undefined;
    throw error;
  });
  const passwords = await known;
  return passwords.has(password) || passwords.has(password.toLowerCase());
}

/** @throws HttpError 400 beside the given field for a password that is known from data breaches */
export async function refuseBreachedPassword(field: string, password: string): Promise<void> {
  if (!(await isBreachedPassword(password))) return;
  throw invalid({ [field]: ["This password is known from data breaches. Choose another one."] });
}
