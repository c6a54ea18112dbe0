import type { UserRole } from "#contract/users.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Db } from "#server/platform/db/database.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import { takeCode } from "./secondFactor.ts";
import { findPending } from "./signOn.queries.ts";
import { readSignOnBrowser } from "./signOnCookie.ts";

/**
 * Refuses accounts that cannot be signed in on this host. Call this function only after the person
 * has proved to be the account's owner.
 * @throws HttpError 401 for a deactivated account; 403 for a super admin on a custom domain
 */
export function refuseAccount(
  user: Account,
  { host, config }: Pick<RequestContext, "host" | "config">,
): void {
  if (!user.isActive) throw new HttpError(401, "This account has been deactivated");
  if (user.role === "super_admin" && host.domain !== null)
    throw new HttpError(
      403,
      `Super admins sign in at ${config.baseDomain}, not on a custom domain`,
    );
}

/**
 * Whether the account's company says *Only this way*, so that only its provider lets the account in
 * here. On the hosts of other companies the account is a visitor, whose ways stay.
 */
export function isOnlyByProvider(
  { onlyProvider, companyId }: Account,
  { hostCompany }: Pick<RequestContext, "hostCompany">,
): boolean {
  return onlyProvider !== null && (!hostCompany || hostCompany.id === companyId);
}

/**
 * Refuses every way but the company's provider to an account that only the provider lets in. Whoever
 * the provider has just proved to be, in this browser, logs in once to connect the account.
 * @throws HttpError 403
 */
export async function refuseOtherWays(
  db: Db,
  account: Account,
  context: Pick<RequestContext, "host" | "hostCompany" | "cookies" | "isHttps">,
): Promise<void> {
  if (!isOnlyByProvider(account, context)) return;
  const { id, onlyProvider, companyId } = account;
  const { host, hostCompany } = context;
  const browserHash = readSignOnBrowser(context);
  const pending = await db.first(findPending, { browserHash, host: host.name });
  const isProvider = pending?.companyId === companyId && pending.issuer !== "token";
  if (isProvider && pending.userId === id && pending.isAddressProved) return;
  const place = hostCompany ? "" : " on your company's portal";
  throw new HttpError(403, `Your company logs in with ${String(onlyProvider)}${place}`);
}

/** @throws HttpError 401 with `codeRequired` if the code is missing or wrong */
export async function requireSecondFactor(
  db: Db,
  { user, device, code }: { user: Account; device: string | null; code: string | undefined },
): Promise<void> {
  const codeRequired = true;
  if (code === undefined)
    throw new HttpError(401, "Enter the code of your authenticator app", { codeRequired });
  const subject = device === null ? String(user.id) : `${String(user.id)} ${device}`;
  if (await takeCode(db, { userId: user.id, code, subject })) return;
  throw new HttpError(401, "This code is not right. Codes change every 30 seconds and work once.", {
    codeRequired,
  });
}

/**
 * Whether the data that the login has checked is unchanged. This data includes the e-mail address,
 * because a change of the address must end all sessions.
 */
export function isUnchanged(user: Account | undefined, judged: Account): user is Account {
  return (
    user !== undefined &&
    user.passwordHash === judged.passwordHash &&
    user.isActive === judged.isActive &&
    user.mfaSince === judged.mfaSince &&
    user.username === judged.username
  );
}

/**
 * Returns the role that the user has on this host, by the same rule as `roleAt` in
 * `context.queries.ts`.
 */
export function roleHere(
  { role, companyId }: Account,
  { host, hostCompany }: Pick<RequestContext, "host" | "hostCompany">,
): UserRole {
  return host.domain !== null && companyId !== hostCompany?.id ? "user" : role;
}
