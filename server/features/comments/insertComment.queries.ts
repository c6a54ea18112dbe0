import type { Comment } from "#contract/comments.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import { mustWait } from "#server/features/feedback/mustWait.queries.ts";
import { sourceColumns } from "#server/features/feedback/sourceOf.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { WithActivity } from "#server/platform/activity/activity.queries.ts";
import { insertActivity } from "#server/platform/activity/activity.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { canReadComment, endOfEditing } from "./comments.queries.ts";

/** A new comment with the item's board and the item's new number of comments. */
export interface InsertedComment extends Omit<
  Comment,
  "user" | "isByTeam" | "isImported" | "mergedFromTitle" | "editedAt" | "reactions"
> {
  boardId: number;
  isPrivate: boolean;
  commentsCount: number;
}

/**
 * Inserts a comment, updates the item's counts and stores the activity of a public comment in one
 * statement. The comment waits for approval if the company's moderation settings require it. The
 * commenter then follows the item, unless a level of following is already stored. Returns nothing if
 * the viewer cannot see the item, if the item is merged or pending, or if the answered comment is
 * pending or is none that the viewer can read at the item.
 * @throws serialization_failure if the item is merged while the statement runs
 */
export const insertComment = statement<
  Visibility<number> &
    WithActivity & {
      feedbackId: number;
      content: string;
      contentMarkdown: string | null;
      isByTeam: boolean;
      isInternal: boolean;
      /** The comment or answer that is answered. */
      answersId: number | null;
      /** JSON text: the ids of the accounts that the comment mentions. */
      mentionedIds: string;
    },
  InsertedComment
>(
  "insert_comment",
  (p) => sql`
    with visible as (
      select f.company_id, f.id, f.board_id, b.is_private
      from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
        and ${canSeeItem(p)} and f.state in ('open', 'closed')
    ), answered as (
      select comment.id, comment.answers_id, comment.visibility
      from comment join visible on visible.company_id = comment.company_id
        and visible.id = comment.feedback_id
      where comment.id = ${p.answersId}::bigint and comment.visibility <> 'pending'
        and ${canReadComment(p)}
    ), inserted as (
      insert into comment (company_id, feedback_id, user_id, content, content_markdown, visibility,
        answers_id)
      select company_id, visible.id, ${p.viewerId}, ${p.content}, ${p.contentMarkdown},
        case when ${p.isInternal}::boolean or answered.visibility = 'internal' then 'internal'
          when ${mustWait(p)} then 'pending' else 'public' end,
        coalesce(answered.answers_id, answered.id)
      from visible left join answered on true
      where ${p.answersId}::bigint is null or answered.id is not null
      returning id, content, content_markdown, feedback_id, user_id, visibility, created_at,
        answers_id
    ), followed as (
      insert into follow (company_id, feedback_id, user_id, level)
      select ${p.companyId}, feedback_id, ${p.viewerId}, 'all' from inserted
      -- A level that was copied from a merged item becomes the commenter's own.
      on conflict (company_id, feedback_id, user_id) do update set merged_from_id = null
        where follow.merged_from_id is not null
    ), counted as (
      update feedback_item f set
        comments_count = f.comments_count + (inserted.visibility = 'public')::integer,
        hidden_comments_count = f.hidden_comments_count + (inserted.visibility <> 'public')::integer,
        is_answered = f.is_answered or (${p.isByTeam}::boolean and inserted.visibility = 'public')
      from inserted
      where f.company_id = ${p.companyId} and f.id = inserted.feedback_id
        and f.state in ('open', 'closed')
      returning f.comments_count
    ), recorded as (
      ${insertActivity(p, "comment_added", {
        feedbackId: sql`c.feedback_id`,
        data: {
          commentId: sql`c.id`,
          commentsCount: sql`counted.comments_count`,
          isByTeam: sql`${p.isByTeam}::boolean`,
          answersId: sql`${p.answersId}::bigint`,
          mentionedIds: sql`${p.mentionedIds}::jsonb`,
        },
        source: sql`(select * from inserted where visibility = 'public') c cross join counted`,
      })}
    )
    select c.id, ${sourceColumns("c", "content")}, c.feedback_id, c.user_id, c.visibility,
      c.answers_id, c.created_at, case when c.visibility <> 'pending' then ${endOfEditing} end as editable_until,
      visible.board_id, visible.is_private, counted.comments_count
    from inserted c cross join visible left join counted on true
    where counted.comments_count is not null or refuse_changed_item()
  `,
);
