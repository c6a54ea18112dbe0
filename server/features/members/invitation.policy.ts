import type { ReceivedInvitation } from "#contract/invitations.ts";
import type { User } from "#contract/users.ts";

/**
 * Returns "none" if there is no account, and "own" if the account can accept an invitation to the
 * company. Returns "other" for an account of another company, and for a super admin, who already
 * has every right.
 */
export function invitedAccount(
  account: Pick<User, "role" | "companyId"> | undefined,
  companyId: number,
): ReceivedInvitation["account"] {
  if (!account) return "none";
  const { role } = account;
  const isFree = account.companyId === null || account.companyId === companyId;
  return isFree && role !== "super_admin" ? "own" : "other";
}
