import { invalid } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { refuseBreachedPassword } from "./breachedPasswords.ts";

/**
 * Names of the product. Everybody knows them, so a password that consists mostly of them is refused
 * (ASVS 6.1.2).
 */
const PRODUCT = ["Hearback"];

/** Minimum length of a part of a name. Shorter parts occur in too many good passwords. */
const MIN_NAME_LENGTH = 4;

/**
 * Minimum number of letters and digits that must remain when all names are removed from a password.
 */
const MIN_REMAINDER = 6;

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether a password, for example 'Acme2026!', consists mostly of names that belong to the account
 * or the portal.
 */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const parts = names.flatMap((name) => [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)]);
  const known = parts
    .filter((part) => part.length >= MIN_NAME_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  const whole = plain(password);
  let rest = whole;
  for (const name of known) rest = rest.replaceAll(name, "");
  return rest !== whole && rest.length < MIN_REMAINDER;
}

interface Owner {
  readonly username: string;
  readonly fullName: string | null;
  /** The name of a company that is created together with the account. */
  readonly companyName?: string | undefined;
  readonly subdomain?: string | undefined;
}

/**
 * Checks a new password.
 * @throws HttpError 400 on the given field if the password is breached or consists mostly of names
 * of the account or the portal
 */
export async function refuseWeakPassword(
  { hostCompany, site }: Pick<RequestContext, "hostCompany" | "site">,
  { username, fullName, companyName, subdomain }: Owner,
  { field, password }: { field: string; password: string },
): Promise<void> {
  await refuseBreachedPassword(field, password);
  const portal = [site.siteName, hostCompany?.name, hostCompany?.subdomain, companyName, subdomain];
  const names = [...PRODUCT, username, fullName, ...portal].filter(
    (name) => typeof name === "string",
  );
  if (!isMadeOfNames(password, names)) return;
  throw invalid({ [field]: ["This password is easy to guess from names. Choose another one."] });
}
