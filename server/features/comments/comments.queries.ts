import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Comment, CommentVisibility } from "#contract/comments.ts";
import { EDITABLE_MINUTES } from "#contract/comments.ts";
import { REACTION_EMOJI } from "#contract/reactionEmoji.ts";
import { DELETED_USER } from "#contract/users.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { RowWithTotal } from "#server/platform/http/pageFromEnd.ts";
import {
  canSeeItem,
  isByTeam,
  isImportedComment,
} from "#server/features/feedback/itemConditions.queries.ts";
import { sourceColumns, sourceOf } from "#server/features/feedback/sourceOf.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";

interface Viewer {
  viewerId: number | null;
  canSeePrivate: boolean;
}

/**
 * Whether the viewer can read the comment `comment`, provided that the viewer can see the comment's
 * item. Admins can read all comments. Authors can also read their own comments that wait for
 * approval.
 */
export const canReadComment = ({ viewerId, canSeePrivate }: Viewer) => sql`(
  ${canSeePrivate}::boolean or comment.visibility = 'public'
  or (comment.visibility = 'pending' and comment.user_id = ${viewerId}::bigint)
)`;

/**
 * The reactions to the comment `c`, which counts them. Only the viewer's own reactions are read, and
 * only those to a comment that has some.
 */
export const reactionsOf = (p: Pick<Viewer, "viewerId">) => sql`
  case when c.reactions is null then '[]' else (
    select jsonb_agg(jsonb_build_object('emoji', counted.key, 'count', counted.value,
      'isOwn', own.emoji is not null)
      order by array_position(${sql.lit(`{${REACTION_EMOJI.join(",")}}`)}::text[], counted.key))
    from jsonb_each(c.reactions) counted
    left join comment_reaction own on own.company_id = c.company_id and own.comment_id = c.id
      and own.user_id = ${p.viewerId}::bigint and own.emoji = counted.key
  ) end as reactions`;

/**
 * The id of the comment that the comment `c` answers, if the viewer can read that comment at the same
 * item. A merge can have moved it.
 */
export const answeredComment = (p: Viewer) => sql`
  case when c.answers_id is not null then (
    select comment.id from comment
    where comment.company_id = c.company_id and comment.id = c.answers_id
      and comment.feedback_id = c.feedback_id and ${canReadComment(p)}
  ) end`;

/** The time until which the author may change the comment `c`, if nothing else forbids it. */
export const endOfEditing = sql`c.created_at + make_interval(mins => ${sql.lit(EDITABLE_MINUTES)})`;

/**
 * Whether the viewer may still change the content of their own comment `c`. A comment that waits
 * for approval must not change, because an admin may already have read it. For the same reason, an
 * approved comment must not change if all comments need approval.
 */
const mayEdit = (p: Visibility) => sql`(
  ${endOfEditing} > now() and c.visibility <> 'pending' and (${p.isTeam}::boolean
    or (select moderation from company where id = ${p.companyId}) <> 'all')
)`;

/**
 * Returns the newest `rows` comments before `beforeId`, newest first. Returns nothing if the viewer
 * cannot see the item. In this case the comments are not read, so that the response time does not
 * reveal whether the item exists. Only the company's admins get the full e-mail addresses of other
 * authors (docs/product-decisions.md "Feedback").
 */
export const listComments = statementByShape((rows: number) =>
  statement<Visibility & { feedbackId: number; beforeId: number }, RowWithTotal<Comment>>(
    "list_comments",
    (p) => sql`
      with visible as materialized (
        select f.company_id, f.id, f.hidden_comments_count, f.comments_count + case
          when ${p.canSeePrivate}::boolean then f.hidden_comments_count
          when f.hidden_comments_count > 0 and ${p.viewerId}::bigint is not null then (
            select count(*) from comment
            where company_id = f.company_id and feedback_id = f.id and user_id = ${p.viewerId}
              and visibility = 'pending'
          )
          else 0
        end as total
        from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
        where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
          and ${canSeeItem(p)}
      )
      select visible.total, c.id, ${sourceColumns("c", "content")}, c.feedback_id, c.user_id, c.created_at, c.visibility,
        c.edited_at,
        case when c.user_id = ${p.viewerId} and ${mayEdit(p)} then ${endOfEditing} end
          as editable_until,
        case
          when u.id is not null then jsonb_build_object(
            'username',
            case when ${p.canSeeAddresses}::boolean or u.id = ${p.viewerId} then u.username
              else left(u.username, 1) || '•••' end,
            'fullName', u.full_name, 'pictureUrl', ${pictureUrl("u")})
          when c.id is not null then jsonb_build_object(
            'username', ${sql.lit(DELETED_USER)}, 'fullName', ${sql.lit(DELETED_USER)},
            'pictureUrl', null)
        end as "user",
        ${reactionsOf(p)},
        ${answeredComment(p)} as answers_id,
        ${isByTeam} as is_by_team,
        u.id is not null and not u.is_imported and ${isImportedComment} as is_imported,
        case when c.feedback_id <> c.merged_from_id then (
          select title from feedback_item source
          where source.company_id = visible.company_id and source.id = c.merged_from_id
        ) end as merged_from_title
      from visible
      left join lateral (
        -- Each part has an index of its own.
        (select * from comment
          where company_id = visible.company_id and feedback_id = visible.id
            and id < ${p.beforeId} and visibility = 'public'
          order by id desc limit ${sql.lit(rows)})
        union all
        (select * from comment
          where company_id = visible.company_id and feedback_id = visible.id
            and id < ${p.beforeId} and visibility <> 'public' and visible.hidden_comments_count > 0
            and (${p.canSeePrivate}::boolean
              or (visibility = 'pending' and user_id = ${p.viewerId}::bigint))
          order by id desc limit ${sql.lit(rows)})
        order by id desc limit ${sql.lit(rows)}
      ) c on true
      left join user_account u on u.id = c.user_id
      order by c.id desc
    `,
  ),
);

/**
 * Changes the content of the viewer's own comment. The content is marked as edited only if it
 * differs. Returns nothing if the viewer may not change the comment any more.
 */
export const updateComment = statement<
  Visibility<number> & {
    feedbackId: number;
    commentId: number;
    content: string;
    contentMarkdown: string | null;
  },
  { id: number }
>(
  "update_comment",
  (p) => sql`
    update comment c set content = ${p.content}, content_markdown = ${p.contentMarkdown},
      edited_at = case when content = ${p.content}
        and content_markdown is not distinct from ${p.contentMarkdown}
        then edited_at else now() end
    where c.company_id = ${p.companyId} and c.feedback_id = ${p.feedbackId}
      and c.id = ${p.commentId} and c.user_id = ${p.viewerId} and ${mayEdit(p)}
    returning c.id
  `,
);

interface FoundComment {
  userId: number | null;
  visibility: CommentVisibility;
  /** The Markdown source. */
  content: string;
  /** The author's e-mail address, for the audit log. */
  username: string | null;
  title: string;
  boardId: number;
  isPrivate: boolean;
}

/**
 * Returns a comment with its author and item. Returns nothing if the viewer cannot see the item or
 * cannot read the comment. If the viewer cannot see the item, the comment is not read, so that the
 * response time does not reveal whether the comment exists.
 */
export const findComment = statement<
  Visibility & { feedbackId: number; commentId: number },
  FoundComment
>(
  "find_comment",
  (p) => sql`
    with visible as materialized (
      select f.company_id, f.id, f.title, f.board_id, b.is_private
      from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
        and ${canSeeItem(p)}
    )
    select c.user_id, c.visibility, ${sourceOf("c", "content")} as content, u.username, visible.title, visible.board_id, visible.is_private
    from visible
    join lateral (
      select * from comment
      where company_id = visible.company_id and feedback_id = visible.id and id = ${p.commentId}
        and ${canReadComment(p)}
    ) c on true
    left join user_account u on u.id = c.user_id
  `,
);

/**
 * Deletes a comment. Locks the item first, because the item's number of comments changes. The
 * deletion of an item locks in the same order, so the two statements cannot deadlock. Returns
 * nothing if the comment is already deleted.
 */
export const deleteComment = statement<
  { companyId: number; feedbackId: number; commentId: number },
  { id: number }
>(
  "delete_comment",
  (p) => sql`
    with item as (
      select f.company_id, f.id from feedback_item f
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId} for no key update
    )
    delete from comment c using item
    where c.company_id = item.company_id and c.feedback_id = item.id and c.id = ${p.commentId}
    returning c.id
  `,
);
