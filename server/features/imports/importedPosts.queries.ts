import { sql } from "#server/platform/db/sql.ts";
import {
  isImportedComment,
  isImportedItem,
} from "#server/features/feedback/itemConditions.queries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** An item or comment of an account. `commentId` is null if the post is the item. */
interface OwnPost {
  companyId: number;
  userId: number;
  feedbackId: number;
  commentId: number | null;
}

type PostTable = "feedback_item" | "comment";

/**
 * Locks a post that an import has written under the name of the account. Returns the item of the
 * post, or nothing if there is no such post.
 */
export const lockImportedPost = statementByShape((table: PostTable) =>
  statement<OwnPost, { feedbackId: number; boardId: number; isPrivate: boolean }>(
    "lock_imported_post",
    (p) => sql`
      select f.id as feedback_id, f.board_id,
        b.is_private or f.state = 'pending'
          ${table === "comment" ? sql`or c.visibility <> 'public'` : sql``} as is_private
      from feedback_item f
      join board b on b.company_id = f.company_id and b.id = f.board_id
      ${
        table === "comment"
          ? sql`join comment c on c.company_id = f.company_id and c.feedback_id = f.id
              and c.id = ${p.commentId} and c.user_id = ${p.userId} and ${isImportedComment}
            where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
            for no key update of c`
          : sql`where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
              and f.user_id = ${p.userId} and ${p.commentId}::bigint is null and ${isImportedItem}
            for no key update of f`
      }
    `,
  ),
);

/**
 * The username of the account that stands for what an account has disowned. Unlike the usernames of
 * imported people, it has no equals sign, so that nobody claims its posts.
 */
const usernameOf = (p: { companyId: number; userId: number }) =>
  sql`'disowned-' || ${p.userId}::bigint || '@' || ${p.companyId}::bigint || '.imported.invalid'`;

/** Creates the account that stands for what an account has disowned, with the imported name. */
export const insertDisownedPerson = statement<
  { companyId: number; userId: number; passwordHash: string },
  never
>(
  "insert_disowned_person",
  (p) => sql`
    insert into user_account
      (username, full_name, home_company_id, password_hash, is_active, is_imported, email_pace)
    values (${usernameOf(p)}, (
        select full_name from imported_person
        where company_id = ${p.companyId} and user_id = ${p.userId} and full_name is not null
        order by key limit 1
      ), ${p.companyId}, ${p.passwordHash}, false, true, 'off')
    on conflict do nothing
  `,
);

/** Gives a post to the account that stands for what its author has disowned. */
export const disownPost = statementByShape((table: PostTable) =>
  statement<{ companyId: number; userId: number; postId: number }, never>(
    "disown_post",
    (p) => sql`
      update ${sql.ref(table)} set user_id = (
        select id from user_account
        where lower(username collate "C") = ${usernameOf(p)} and is_imported
      )
      where company_id = ${p.companyId} and id = ${p.postId} and user_id = ${p.userId}
    `,
  ),
);
