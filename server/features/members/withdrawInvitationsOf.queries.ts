import { sql } from "#server/platform/db/sql.ts";
import type { MemberRole } from "#contract/members.ts";
import type { User } from "#contract/users.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { Transaction } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";

interface WithdrawnInvitation {
  companyId: number;
  username: string;
  role: MemberRole;
  /** The account with the invited e-mail address; null if there is none. */
  inviteeId: number | null;
}

const withdrawn = sql`i.company_id, i.username, i.role, (
  select u.id from user_account u
  where lower(u.username collate "C") = lower(i.username collate "C")
) as invitee_id`;

/** Deletes the open invitation of a company to an e-mail address. */
export const deleteInvitationTo = statement<
  { companyId: number; usernameKey: string },
  WithdrawnInvitation
>(
  "delete_invitation_to",
  (p) => sql`
    delete from invitation i
    where i.company_id = ${p.companyId} and lower(i.username collate "C") = ${p.usernameKey}
      and i.expires_at > now()
    returning ${withdrawn}
  `,
);

/**
 * Deletes the open invitations that an account has made. Those of a super admin can belong to
 * several companies.
 */
export const deleteInvitationsBy = statement<{ userId: number }, WithdrawnInvitation>(
  "delete_invitations_by",
  (p) => sql`
    delete from invitation i where i.inviter_id = ${p.userId} and i.expires_at > now()
    returning ${withdrawn}
  `,
);

/**
 * Withdraws the open invitations to an account and by it, so that the account cannot get its former
 * rights back by an older link. Records each in the audit log of its company.
 * @param db the transaction that takes rights from the account and has locked the account
 * @param account the account before the change
 */
export async function withdrawInvitationsOf(
  db: Transaction,
  actor: Pick<SignedInContext, "viewer" | "ip">,
  { id: userId, username, companyId }: Pick<User, "id" | "username" | "companyId">,
): Promise<void> {
  const received =
    companyId === null
      ? []
      : await db.all(deleteInvitationTo, { companyId, usernameKey: usernameKey(username) });
  const made = await db.all(deleteInvitationsBy, { userId });
  for (const [company, invitations] of Map.groupBy([...received, ...made], (row) => row.companyId))
    await recordAudit(
      db,
      actor,
      company,
      ...invitations.map(({ username: subject, role, inviteeId }) => ({
        action: "invitation.delete",
        subject,
        details: { role },
        aboutUserId: inviteeId,
      })),
    );
}
