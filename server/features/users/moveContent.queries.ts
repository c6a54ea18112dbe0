import type { Db } from "#server/platform/db/database.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** Maximum number of rows that one statement moves or deletes. */
const ROWS_AT_ONCE = 500;

export interface Move {
  companyId: number;
  /** The account whose content moves: one that nobody can log in to. */
  personId: number;
  /** The account that receives the content. */
  claimantId: number;
}

/**
 * The columns with the author or owner of a row. `accountReferences.test.ts` demands a decision about
 * each column that refers to an account.
 */
export const MOVED_COLUMNS = {
  feedback_item: ["user_id", "assignee_id"],
  comment: ["user_id"],
  comment_reaction: ["user_id"],
  user_vote: ["user_id", "recorded_by_id"],
  follow: ["user_id"],
  status_change: ["user_id"],
  activity: ["actor_id"],
  notification: ["user_id"],
  report: ["user_id"],
  rejected_post: ["user_id"],
  picture: ["uploader_id"],
  changelog_subscriber: ["user_id"],
  changelog_entry: ["published_by_id", "edited_by_id"],
  saved_view: ["assignee_id"],
  export: ["requester_id"],
  blocked_account: ["blocked_by_id"],
  imported_person: ["user_id"],
  organisation_member: ["user_id"],
} as const;

type MovedTable = keyof typeof MOVED_COLUMNS;

const MOVED = Object.entries(MOVED_COLUMNS).flatMap(([table, columns]) =>
  columns.map((column) => [table as MovedTable, column] as const),
);

/**
 * Makes up to `ROWS_AT_ONCE` rows of one account those of another. The rows are found by `ctid`, as
 * `removeAuthorFromSome` does.
 */
export const moveSome = statementByShape((table: MovedTable, column: string) =>
  statement<Move, { moved: number }>(
    `move_some_${table}_${column}`,
    (p) => sql`
      update ${sql.ref(table)} t set ${sql.ref(column)} = ${p.claimantId}
      where t.company_id = ${p.companyId} and t.ctid = any (array(
        select ctid from ${sql.ref(table)}
        where company_id = ${p.companyId} and ${sql.ref(column)} = ${p.personId}
        limit ${sql.lit(ROWS_AT_ONCE)} for no key update
      ))
      returning 1 as moved
    `,
  ),
);

/** The tables in which an account has at most one row of a kind, and what makes two rows equal. */
export const SINGLE = {
  user_vote: sql`own.feedback_id = t.feedback_id`,
  follow: sql`own.feedback_id = t.feedback_id`,
  comment_reaction: sql`own.comment_id = t.comment_id and own.emoji = t.emoji`,
  notification: sql`own.activity_id = t.activity_id`,
  report: sql`coalesce(own.feedback_id, 0) = coalesce(t.feedback_id, 0)
    and coalesce(own.comment_id, 0) = coalesce(t.comment_id, 0)`,
  changelog_subscriber: sql`true`,
  organisation_member: sql`true`,
} as const;

type SingleTable = keyof typeof SINGLE;

/** Whether the claimant's row gives way: the copy that a merge of items has made. */
const isOwnReplaced = (table: SingleTable) =>
  table === "user_vote" || table === "follow"
    ? sql`own.merged_from_id is not null and t.merged_from_id is null`
    : sql`false`;

/**
 * Deletes up to `ROWS_AT_ONCE` rows of which both accounts have one. The claimant's stays, unless it
 * is the copy that a merge of items has made and the other is not. Triggers keep the counts.
 */
export const deleteSomeDoubles = statementByShape((table: SingleTable) =>
  statement<Move, { deleted: number }>(
    `delete_some_doubles_${table}`,
    (p) => sql`
      with doubled as (
        select case when ${isOwnReplaced(table)} then own.ctid else t.ctid end as place
        from ${sql.ref(table)} t
        join ${sql.ref(table)} own on own.company_id = t.company_id
          and own.user_id = ${p.claimantId} and ${SINGLE[table]}
        where t.company_id = ${p.companyId} and t.user_id = ${p.personId}
        limit ${sql.lit(ROWS_AT_ONCE)}
      )
      delete from ${sql.ref(table)} d using doubled
      where d.company_id = ${p.companyId} and d.ctid = doubled.place
      returning 1 as deleted
    `,
  ),
);

/** Blocks an account in the company instead of the other, unless it is an admin. */
export const moveBlock = statement<Move, never>(
  "move_block",
  (p) => sql`
    with b as (
      delete from blocked_account
      where company_id = ${p.companyId} and user_id = ${p.personId}
      returning blocked_by_id, created_at
    )
    insert into blocked_account (company_id, user_id, blocked_by_id, created_at)
    select ${p.companyId}, u.id, b.blocked_by_id, b.created_at
    from b join user_account u on u.id = ${p.claimantId}
    where u.role <> 'super_admin'
      and (u.role <> 'company_admin' or u.home_company_id is distinct from ${p.companyId})
    on conflict do nothing
  `,
);

/**
 * Gives an account what another has written and chosen in a company, up to `ROWS_AT_ONCE` rows of each
 * kind. Returns whether something is left. Every slice leaves the counts right, so the move can stop
 * after any of them, and goes on with the same call.
 * @param db a transaction
 */
export async function moveContent(db: Db, move: Move): Promise<boolean> {
  let isLeft = false;
  for (const table of Object.keys(SINGLE) as SingleTable[]) {
    const deleted = await db.all(deleteSomeDoubles(table), move);
    // What both have must be gone before the rest moves, because an account has one row of a kind.
    if (deleted.length === ROWS_AT_ONCE) return true;
  }
  for (const [table, column] of MOVED) {
    const moved = await db.all(moveSome(table, column), move);
    isLeft ||= moved.length === ROWS_AT_ONCE;
  }
  if (!isLeft) await db.all(moveBlock, move);
  return isLeft;
}

/** Returns up to `rows` companies in which an account has content. */
export const listContentCompanies = statement<
  { userId: number; rows: number },
  { companyId: number }
>(
  "list_content_companies",
  (p) => sql`
    select distinct company_id from (${sql.join(
      [
        ...MOVED.map(
          ([table, column]) =>
            sql`(select company_id from ${sql.ref(table)} where ${sql.ref(column)} = ${p.userId})`,
        ),
        sql`(select company_id from blocked_account where user_id = ${p.userId})`,
      ],
      sql` union `,
    )}) content order by company_id limit ${p.rows}
  `,
);
