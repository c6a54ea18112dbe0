import { sql } from "kysely";
import type { Comment } from "#contract/comments.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";

/** The newest `rows` before `beforeId`, newest first. */
export const listComments = statementByShape((rows: number) =>
  statement<{ companyId: number; feedbackId: number; beforeId: number }, Comment>(
    "list_comments",
    (q, p) =>
      sql<Comment>`
      select c.id, c.content, c.feedback_id, c.user_id, c.created_at,
        case when u.id is not null
          then jsonb_build_object('username', u.username, 'fullName', u.full_name) end as "user"
      from (
        select * from comment
        where company_id = ${p.companyId} and feedback_id = ${p.feedbackId} and id < ${p.beforeId}
        order by id desc limit ${sql.lit(rows)}
      ) c
      left join user_account u on u.id = c.user_id
      order by c.id desc
    `.compile(q),
  ),
);

/** With the board of the item and its new number of comments. */
interface InsertedComment extends Omit<Comment, "user"> {
  boardId: number;
  isPrivate: boolean;
  commentsCount: number;
}

/**
 * Inserts a comment and updates the item's count in one statement. Returns nothing if the viewer
 * may not see the item.
 */
export const insertComment = statement<
  Visibility<number> & { feedbackId: number; content: string },
  InsertedComment
>("insert_comment", (q, p) =>
  sql<InsertedComment>`
    with visible as (
      select f.company_id, f.id, f.board_id, b.is_private
      from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
        and (not b.is_private or ${p.canSeePrivate})
    ), inserted as (
      insert into comment (company_id, feedback_id, user_id, content)
      select company_id, id, ${p.viewerId}, ${p.content} from visible
      returning id, content, feedback_id, user_id, created_at
    ), counted as (
      update feedback_item f set comments_count = f.comments_count + 1
      from inserted
      where f.company_id = ${p.companyId} and f.id = inserted.feedback_id
      returning f.comments_count
    )
    select inserted.*, visible.board_id, visible.is_private, counted.comments_count
    from inserted, visible, counted
  `.compile(q),
);

/** The author of a comment on this item. */
export const findCommentAuthor = statement<
  { companyId: number; feedbackId: number; commentId: number },
  { userId: number | null; username: string | null }
>("find_comment_author", (q, p) =>
  q
    .selectFrom("comment as c")
    .leftJoin("userAccount as u", "u.id", "c.userId")
    .select(["c.userId", "u.username"])
    .where("c.companyId", "=", p.companyId)
    .where("c.feedbackId", "=", p.feedbackId)
    .where("c.id", "=", p.commentId)
    .compile(),
);

/**
 * Locks the item first, as its count changes. The deletion of an item locks in the same order, so
 * the two cannot deadlock. Returns nothing if the comment is already deleted.
 */
export const deleteComment = statement<
  { companyId: number; feedbackId: number; commentId: number },
  { id: number }
>("delete_comment", (q, p) =>
  sql<{ id: number }>`
    with item as (
      select f.company_id, f.id from feedback_item f
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId} for no key update
    )
    delete from comment c using item
    where c.company_id = item.company_id and c.feedback_id = item.id and c.id = ${p.commentId}
    returning c.id
  `.compile(q),
);
