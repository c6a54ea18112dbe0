import { invalid } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { refuseBreachedPassword } from "./breachedPasswords.ts";

/** Names that are as well known as the portal itself (ASVS 6.1.2). */
const PRODUCT = ["Hearback"];

/** Shorter parts of a name stand in too many good passwords. */
const SHORTEST_NAME = 4;

/** So much has to be left of a password without the names in it. */
const LEAST_BESIDE_NAMES = 6;

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Whether a password is hardly more than names that everybody knows who knows the account: 'Acme2026!'. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const parts = names.flatMap((name) => [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)]);
  const known = parts
    .filter((part) => part.length >= SHORTEST_NAME)
    .toSorted((a, b) => b.length - a.length);
  const whole = plain(password);
  let rest = whole;
  for (const name of known) rest = rest.replaceAll(name, "");
  return rest !== whole && rest.length < LEAST_BESIDE_NAMES;
}

interface Owner {
  readonly username: string;
  readonly fullName: string | null;
  /** Of a company that is being opened with the account. */
  readonly companyName?: string | undefined;
  readonly subdomain?: string | undefined;
}

/** @throws HttpError 400 beside the given field for a password known from breaches, or made of the names around the account */
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
