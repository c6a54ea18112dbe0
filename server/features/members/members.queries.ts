import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Member, MemberRole } from "#contract/members.ts";
import { MEMBER_COUNT_LIMIT } from "#contract/members.ts";
import { statement } from "#server/platform/db/statement.ts";

// The system runs these statements, because a company's own role sees only the names of accounts.

/** Super admins and imported people are not members, even if they have a company. */
const isMember = (companyId: number) =>
  sql`u.home_company_id = ${companyId} and u.role <> 'super_admin' and not u.is_imported`;

/** A member as stored, without what depends on the configuration. */
export type MemberRow = Omit<Member, "mustConfirmEmail">;

interface MembersFilter {
  companyId: number;
  /**
   * The first and the last role of the list, in the order of `MEMBER_ROLES`. With a range instead
   * of a list of roles, every version of PostgreSQL reads the rows in the order of the index.
   */
  firstRole: MemberRole;
  lastRole: MemberRole;
  /** A LIKE pattern for the name or the e-mail address. */
  pattern: string;
}

const matches = (p: MembersFilter) => sql`
  ${isMember(p.companyId)} and u.role between ${p.firstRole} and ${p.lastRole}
  and (u.username ilike ${p.pattern} or u.full_name ilike ${p.pattern})`;

/** Whether the account `u` is linked with the provider of its company. */
export const hasSignOn = sql`exists (
    select from sign_in_identity link
    where link.user_id = u.id and link.issuing_company_id = u.home_company_id and link.issuer <> 'token'
  )`;

const columns = sql`u.id, u.username, u.full_name, ${pictureUrl("u")} as picture_url, u.role, u.is_active, u.confirmed_at,
  ${hasSignOn} as has_sign_on, u.created_at`;

/** Returns up to `rows` accounts of a company after a position, sorted by role and id. */
export const listMembers = statement<
  MembersFilter & { key: string; id: number; rows: number },
  MemberRow
>(
  "list_members",
  (p) => sql`
    select ${columns} from user_account u
    where ${matches(p)} and (u.role, u.id) > (${p.key}::text, ${p.id}::bigint)
    order by u.role, u.id
    limit ${p.rows}
  `,
);

/** Counts the accounts of a company, up to `MEMBER_COUNT_LIMIT`. */
export const countMembers = statement<MembersFilter, { total: number }>(
  "count_members",
  (p) => sql`
    select count(*) as total from (
      select from user_account u where ${matches(p)} limit ${sql.lit(MEMBER_COUNT_LIMIT)}
    ) counted
  `,
);

export const findMember = statement<{ companyId: number; userId: number }, MemberRow>(
  "find_member",
  (p) => sql`
    select ${columns} from user_account u where u.id = ${p.userId} and ${isMember(p.companyId)}
  `,
);

/**
 * Sets an account's company and role. With null as the company, the account no longer belongs to
 * any company.
 */
export const updateMembership = statement<
  { userId: number; homeCompanyId: number | null; role: MemberRole },
  never
>(
  "update_membership",
  (p) => sql`
    update user_account set home_company_id = ${p.homeCompanyId}::bigint, role = ${p.role}
    where id = ${p.userId}
  `,
);
