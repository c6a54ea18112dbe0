import { sql } from "#server/platform/db/sql.ts";
import type { LiveEvent } from "#contract/events.ts";
import { deleteSuppressionOf } from "#server/features/notificationSettings/notificationSettings.queries.ts";
import type { Database, Transaction } from "#server/platform/db/database.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";

/**
 * Maximum number of rows to change in one transaction. The items of these rows are locked until the
 * transaction ends.
 */
const ROWS_AT_ONCE = 500;

/** The item of a changed row. */
interface ChangedItem {
  companyId: number;
  feedbackId: number;
  boardId: number;
  /** Whether only admins see the item or the changed row. */
  isPrivate: boolean;
}

/**
 * Deletes up to `ROWS_AT_ONCE` votes of an account. Locks the items first, in the order of their
 * keys. The deletion of an item also locks the item before its votes, so the two statements cannot
 * deadlock.
 */
export const deleteSomeVotesOf = statement<{ userId: number }, ChangedItem>(
  "delete_some_votes_of",
  (p) => sql`
    with chosen as (
      select company_id, feedback_id from user_vote where user_id = ${p.userId}
      order by company_id, feedback_id limit ${sql.lit(ROWS_AT_ONCE)}
    ), item as (
      select f.company_id, f.id, f.board_id, f.state
      from chosen join feedback_item f
        on f.company_id = chosen.company_id and f.id = chosen.feedback_id
      order by f.company_id, f.id for no key update of f
    )
    delete from user_vote v using item, board b
    where v.company_id = item.company_id and v.feedback_id = item.id and v.user_id = ${p.userId}
      and b.company_id = item.company_id and b.id = item.board_id
    returning v.company_id, v.feedback_id, b.id as board_id,
      b.is_private or item.state = 'pending' as is_private
  `,
);

/**
 * Deletes up to `ROWS_AT_ONCE` reactions of an account. Locks the comments first, whose counts a
 * trigger changes, so that two deletions cannot deadlock.
 */
export const deleteSomeReactionsOf = statement<{ userId: number }, ChangedItem>(
  "delete_some_reactions_of",
  (p) => sql`
    with chosen as (
      select company_id, comment_id, emoji from comment_reaction where user_id = ${p.userId}
      order by company_id, comment_id limit ${sql.lit(ROWS_AT_ONCE)}
    ), reacted as (
      select c.company_id, c.id, c.feedback_id, c.visibility, chosen.emoji
      from chosen join comment c on c.company_id = chosen.company_id and c.id = chosen.comment_id
      order by c.company_id, c.id for no key update of c
    )
    delete from comment_reaction r using reacted, feedback_item f, board b
    where r.company_id = reacted.company_id and r.comment_id = reacted.id
      and r.emoji = reacted.emoji and r.user_id = ${p.userId}
      and f.company_id = reacted.company_id and f.id = reacted.feedback_id
      and b.company_id = f.company_id and b.id = f.board_id
    returning r.company_id, f.id as feedback_id, b.id as board_id,
      b.is_private or reacted.visibility <> 'public' as is_private
  `,
);

const AUTHORED = {
  feedback_item: { itemId: sql`t.id`, isHidden: sql`false`, event: "item" },
  comment: {
    itemId: sql`t.feedback_id`,
    isHidden: sql`t.visibility <> 'public'`,
    event: "comment",
  },
  status_change: { itemId: sql`t.feedback_id`, isHidden: sql`false`, event: "status" },
} as const;

type AuthoredTable = keyof typeof AUTHORED;

/**
 * Removes the author from up to `ROWS_AT_ONCE` rows that an account has written. The rows are found
 * by `ctid`, because in a join by their keys PostgreSQL would read the whole table for 500 rows. A
 * row that is changed concurrently is left to the next call.
 */
export const removeAuthorFromSome = statementByShape((table: AuthoredTable) =>
  statement<{ userId: number }, ChangedItem>(`remove_author_from_some_${table}`, (p) => {
    const { itemId, isHidden } = AUTHORED[table];
    return sql`
      with changed as (
        update ${sql.ref(table)} t set user_id = null
        where t.ctid = any (array(
          select ctid from ${sql.ref(table)} where user_id = ${p.userId}
          order by company_id, id limit ${sql.lit(ROWS_AT_ONCE)} for no key update
        ))
        returning t.company_id, ${itemId} as item_id, ${isHidden} as is_hidden
      )
      select f.company_id, f.id as feedback_id, f.board_id,
        b.is_private or f.state = 'pending' or changed.is_hidden as is_private
      from changed
      join feedback_item f on f.company_id = changed.company_id and f.id = changed.item_id
      join board b on b.company_id = f.company_id and b.id = f.board_id
    `;
  }),
);

/**
 * Deletes an account. Foreign keys delete its sessions, its hand-offs to other hosts, its devices,
 * its second factor and its reset link. A trigger removes its name from the audit logs.
 */
export const deleteUserRow = statement<{ userId: number }, never>(
  "delete_user",
  (p) => sql`delete from user_account where id = ${p.userId}`,
);

/** Returns the event for open pages after a row of this kind has changed. */
function eventOf(
  kind: AuthoredTable | "user_vote" | "comment_reaction",
  item: ChangedItem,
): LiveEvent {
  const { feedbackId, boardId } = item;
  // A deleted vote lowers a count, but an event of the kind `vote` can only raise it. So pages get
  // an event of the kind `item`, which makes them fetch the item.
  if (kind === "comment_reaction") return { kind: "reaction", feedbackId, boardId };
  const event = kind === "user_vote" ? "item" : AUTHORED[kind].event;
  if (event === "comment") return { kind: event, feedbackId, boardId, commentsCount: null };
  return { kind: event, feedbackId, boardId };
}

interface Deletion {
  userId: number;
  response: Pick<ResponseContext, "changedIn" | "publishNow">;
  /**
   * Locks the account, and throws if the deletion is not allowed. Runs in the first and in the last
   * transaction.
   */
  admit: (db: Transaction) => Promise<void>;
  /** Runs in the last transaction, before the account is deleted. */
  record: (db: Transaction) => Promise<void>;
}

/**
 * Deletes an account in all companies. Deletes its votes and reactions, removes its name from what it has
 * written, and ends its sessions. This runs in many short transactions, so that no request waits
 * long for a row of an account with many votes. An interrupted deletion can be repeated
 * (docs/decisions/0031-deleted-accounts.md).
 */
export async function deleteAccount(
  { system }: Pick<Database, "system">,
  { userId, response, admit, record }: Deletion,
): Promise<void> {
  await system.transaction(admit);
  const slices = [
    ["user_vote", deleteSomeVotesOf] as const,
    ["comment_reaction", deleteSomeReactionsOf] as const,
    ["feedback_item", removeAuthorFromSome("feedback_item")] as const,
    ["comment", removeAuthorFromSome("comment")] as const,
    ["status_change", removeAuthorFromSome("status_change")] as const,
  ];
  for (const [kind, slice] of slices) {
    for (;;) {
      const changed = await system.transaction((db) => db.all(slice, { userId }), { isLong: true });
      if (changed.length === 0) break;
      for (const item of changed)
        response.changedIn(item.companyId, eventOf(kind, item), item.isPrivate);
      response.publishNow();
    }
  }
  await system.transaction(
    async (db) => {
      await admit(db);
      await record(db);
      await db.all(deleteSuppressionOf, { userId });
      await db.all(deleteUserRow, { userId });
    },
    { isLong: true },
  );
}
