import { sql } from "#server/platform/db/sql.ts";
import type { Invitation } from "#contract/invitations.ts";
import type { MemberRole } from "#contract/members.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Days until an invitation expires after it was made or renewed. */
export const INVITATION_DAYS = 7;

const expiry = sql`now() + make_interval(days => ${sql.lit(INVITATION_DAYS)})`;
const isOpen = sql`i.expires_at > now()`;

const columns = sql`i.id, i.username, i.role, i.created_at, i.expires_at,
  (select coalesce(u.full_name, u.username) from user_account u where u.id = i.inviter_id) as invited_by`;

interface Position {
  key: string;
  id: number;
  rows: number;
}

/** Returns up to `rows` open invitations of a company after a position, newest first. */
export const listInvitations = statement<{ companyId: number } & Position, Invitation>(
  "list_invitations",
  (p) => sql`
    select ${columns} from invitation i
    where i.company_id = ${p.companyId} and ${isOpen}
      and (i.created_at, i.id) < (${p.key}::timestamptz, ${p.id}::bigint)
    order by i.created_at desc, i.id desc
    limit ${p.rows}
  `,
);

export const countInvitations = statement<{ companyId: number }, { total: number }>(
  "count_open_invitations",
  (p) => sql`
    select count(*) as total from invitation i where i.company_id = ${p.companyId} and ${isOpen}
  `,
);

/**
 * Returns the open invitation of an e-mail address. The address is given in the form that
 * `usernameKey` returns.
 */
export const findInvitationOf = statement<
  { companyId: number; usernameKey: string },
  { id: number }
>(
  "find_invitation_of",
  (p) => sql`
    select i.id from invitation i
    where i.company_id = ${p.companyId} and lower(i.username collate "C") = ${p.usernameKey}
      and ${isOpen}
  `,
);

/**
 * Stores an invitation, or renews the invitation of the same e-mail address. An expired invitation
 * loses its links. The mailed link of an open invitation remains valid. The copied link of an open
 * invitation remains valid only if the same admin renews the invitation, because a removed admin
 * may still have a copied link.
 */
export const saveInvitation = statement<
  {
    companyId: number;
    username: string;
    role: MemberRole;
    userId: number;
    linkTokenHash: Buffer | null;
  },
  Invitation
>(
  "save_invitation",
  (p) => sql`
    insert into invitation as i
      (company_id, username, role, inviter_id, link_token_hash, expires_at)
    values (${p.companyId}, ${p.username}, ${p.role}, ${p.userId}, ${p.linkTokenHash}::bytea,
      ${expiry})
    on conflict (company_id, lower(username collate "C")) do update
      set username = excluded.username, role = excluded.role, inviter_id = excluded.inviter_id,
        created_at = now(), expires_at = excluded.expires_at,
        link_token_hash = coalesce(excluded.link_token_hash,
          case when ${isOpen} and i.inviter_id = excluded.inviter_id then i.link_token_hash end),
        mail_token_hash = case when ${isOpen} then i.mail_token_hash end
    returning ${columns}
  `,
);

/**
 * Stores the hash of the token that a mail contains. Returns the invited e-mail address, or nothing
 * if the invitation is not open.
 */
export const replaceMailToken = statement<
  { companyId: number; invitationId: number; tokenHash: Buffer },
  { username: string }
>(
  "replace_mail_token",
  (p) => sql`
    update invitation i set mail_token_hash = ${p.tokenHash}
    where i.company_id = ${p.companyId} and i.id = ${p.invitationId} and ${isOpen}
    returning i.username
  `,
);

const hasToken = (tokenHash: Buffer) =>
  sql`(i.mail_token_hash = ${tokenHash} or i.link_token_hash = ${tokenHash})`;

/** Returns the open invitation of a link. */
export const findInvitation = statement<
  { companyId: number; tokenHash: Buffer },
  { username: string; role: MemberRole }
>(
  "find_invitation",
  (p) => sql`
    select i.username, i.role from invitation i
    where i.company_id = ${p.companyId} and ${hasToken(p.tokenHash)} and ${isOpen}
  `,
);

/** An invitation that was accepted. */
interface TakenInvitation {
  username: string;
  role: MemberRole;
  /** Whether the link came from a mail, which proves that the person reads the address's mails. */
  isMailed: boolean;
}

/**
 * Deletes the invitation of a link and returns it. If two transactions run at the same time, only
 * one of them gets the invitation.
 */
export const takeInvitation = statement<{ companyId: number; tokenHash: Buffer }, TakenInvitation>(
  "take_invitation",
  (p) => sql`
    delete from invitation i
    where i.company_id = ${p.companyId} and ${hasToken(p.tokenHash)} and ${isOpen}
    returning i.username, i.role,
      coalesce(i.mail_token_hash = ${p.tokenHash}, false) as is_mailed
  `,
);

export const deleteInvitation = statement<
  { companyId: number; invitationId: number },
  { username: string; role: MemberRole }
>(
  "delete_invitation",
  (p) => sql`
    delete from invitation i where i.company_id = ${p.companyId} and i.id = ${p.invitationId}
    returning i.username, i.role
  `,
);

export const deleteExpiredInvitations = statement<Record<never, never>, never>(
  "delete_expired_invitations",
  () => sql`delete from invitation where expires_at < now()`,
);
