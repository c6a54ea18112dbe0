import type { ReceivedInvitation } from "#contract/invitations.ts";
import type { User } from "#contract/users.ts";

/**
 * Returns whether an account can accept an invitation to a company. An account of another company
 * cannot accept it. A super admin cannot accept it either, because a super admin already has every
 * right.
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
