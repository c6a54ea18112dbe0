import type { ImportedPost } from "#contract/importedPosts.ts";
import { sql } from "#server/platform/db/sql.ts";
import {
  canSeeItem,
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
 * The username of the account that stands for what an account has disowned. Unlike the usernames of
 * imported people, it has no equals sign, so that nobody claims its posts.
 */
const usernameOf = (p: { companyId: number; userId: number }) =>
  sql`'disowned-' || ${p.userId}::bigint || '@' || ${p.companyId}::bigint || '.imported.invalid'`;

/** The id of the account that stands for what an account has disowned. */
const disownedPerson = (p: { companyId: number; userId: number }) => sql`(
  select id from user_account
  where lower(username collate "C") = ${usernameOf(p)} and is_imported
)`;

/**
 * Locks a post that an import has written under the name of the account, or one that the account has
 * disowned. Returns the item of the post, or nothing if there is no such post.
 */
export const lockImportedPost = statementByShape((table: PostTable, of: "account" | "disowned") =>
  statement<OwnPost, { feedbackId: number; boardId: number; isPrivate: boolean }>(
    "lock_imported_post",
    (p) => {
      const author = of === "account" ? sql`${p.userId}` : disownedPerson(p);
      return sql`
        select f.id as feedback_id, f.board_id,
          b.is_private or f.state = 'pending'
            ${table === "comment" ? sql`or c.visibility <> 'public'` : sql``} as is_private
        from feedback_item f
        join board b on b.company_id = f.company_id and b.id = f.board_id
        ${
          table === "comment"
            ? sql`join comment c on c.company_id = f.company_id and c.feedback_id = f.id
                and c.id = ${p.commentId} and c.user_id = ${author} and ${isImportedComment}
              where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
              for no key update of c`
            : sql`where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
                and f.user_id = ${author} and ${p.commentId}::bigint is null and ${isImportedItem}
              for no key update of f`
        }
      `;
    },
  ),
);

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

/**
 * Gives a post to the account that stands for what its author has disowned, or back to its author.
 */
export const disownPost = statementByShape((table: PostTable, by: "account" | "disowned") =>
  statement<{ companyId: number; userId: number; postId: number }, never>("disown_post", (p) => {
    const [from, to] =
      by === "account"
        ? [sql`${p.userId}`, disownedPerson(p)]
        : [disownedPerson(p), sql`${p.userId}`];
    return sql`
      update ${sql.ref(table)} set user_id = ${to}
      where company_id = ${p.companyId} and id = ${p.postId} and user_id = ${from}
    `;
  }),
);

/** Before all posts of a list. */
export const FIRST_POST = { key: "infinity", id: Number.MAX_SAFE_INTEGER };

/** The maximum number of characters of an excerpt. */
const EXCERPT = sql.lit(200);

type ListedPost = { total: number } & (
  | (ImportedPost & { sortId: number })
  | Record<keyof ImportedPost | "sortId", null>
);

/**
 * Lists up to `rows` items and comments that imports have written under the name of an account, after
 * a position. Leaves out what the account cannot see. On an empty page, the columns are null.
 */
export const listImportedPosts = statement<
  {
    companyId: number;
    viewerId: number;
    canSeePrivate: boolean;
    key: string;
    id: number;
    rows: number;
  },
  ListedPost
>(
  "list_imported_posts",
  (p) => sql`
    with own as (
      select f.id as feedback_id, null::bigint as comment_id, f.title,
        left(f.description, ${EXCERPT}) as excerpt, f.created_at, f.id * 2 as sort_id
      from feedback_item f
      join board b on b.company_id = f.company_id and b.id = f.board_id
      where f.company_id = ${p.companyId} and f.user_id = ${p.viewerId}
        and ${canSeeItem(p)} and ${isImportedItem}
      union all
      select f.id, c.id, f.title, left(c.content, ${EXCERPT}), c.created_at, c.id * 2 + 1
      from comment c
      join feedback_item f on f.company_id = c.company_id and f.id = c.feedback_id
      join board b on b.company_id = f.company_id and b.id = f.board_id
      where c.company_id = ${p.companyId} and c.user_id = ${p.viewerId}
        and (${p.canSeePrivate}::boolean or c.visibility <> 'internal')
        and ${canSeeItem(p)} and ${isImportedComment}
    )
    select counted.total, page.*
    from (select count(*) as total from own) counted
    left join (
      select * from own
      where (created_at, sort_id) < (${p.key}::timestamptz, ${p.id}::bigint)
      order by created_at desc, sort_id desc limit ${p.rows}
    ) page on true
    order by page.created_at desc, page.sort_id desc
  `,
);
