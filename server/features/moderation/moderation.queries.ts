import { sql } from "kysely";
import type { ModeratedPost, ModerationCounts } from "#contract/moderation.ts";
import { DECISION_LIMIT, MODERATION_COUNT_LIMIT } from "#contract/moderation.ts";
import { isBlockedIn } from "#server/platform/access/blockedAccount.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

const COUNTED = sql.lit(MODERATION_COUNT_LIMIT);

interface OfCompany {
  companyId: number;
}

/** The characters of a description or comment that the lists of moderation show. */
const EXCERPT = sql.lit(1000);

/**
 * The columns of a `ModeratedPost` after its ids, for an item `f` on the board `b` and a comment `c`
 * or nulls in its place.
 */
export const moderatedColumns = sql`
  f.title, left(coalesce(c.content, f.description), ${EXCERPT}) as text, b.name as board_name,
  case when author.id is not null then jsonb_build_object(
    'id', author.id, 'username', author.username, 'fullName', author.full_name,
    'isBlocked', ${isBlockedIn(sql.ref("f.company_id"), sql.ref("author.id"))}) end as author,
  case when c.id is null then f.is_author_deleted else c.user_id is null end as is_author_deleted,
  coalesce(c.created_at, f.created_at) as created_at`;

/** Joins the item, board and author of a post with `company_id`, `feedback_id` and `comment_id`. */
export const postParts = sql`
  left join comment c on c.company_id = post.company_id and c.id = post.comment_id
  join feedback_item f
    on f.company_id = post.company_id and f.id = coalesce(c.feedback_id, post.feedback_id)
  join board b on b.company_id = f.company_id and b.id = f.board_id
  left join user_account author
    on author.id = case when c.id is null then f.user_id else c.user_id end`;

/** A waiting post with its position among those of the same time. */
export type PendingPostRow = ModeratedPost & { place: number };

/**
 * Returns the oldest `rows` waiting items and comments after a position. Items have even places,
 * comments odd ones.
 */
export const listPendingPosts = statement<
  OfCompany & { key: string; id: number; rows: number },
  PendingPostRow
>("list_pending_posts", (q, p) =>
  sql<PendingPostRow>`
    select f.id as feedback_id, post.comment_id, post.place, ${moderatedColumns}
    from (
      (select company_id, id as feedback_id, null::bigint as comment_id, created_at, id * 2 as place
      from feedback_item
      where company_id = ${p.companyId} and state = 'pending'
        and created_at >= ${p.key}::timestamptz
        and (created_at, id * 2) > (${p.key}::timestamptz, ${p.id}::bigint)
      order by created_at, id limit ${p.rows})
      union all
      (select company_id, feedback_id, id, created_at, id * 2 + 1
      from comment
      where company_id = ${p.companyId} and visibility = 'pending'
        and created_at >= ${p.key}::timestamptz
        and (created_at, id * 2 + 1) > (${p.key}::timestamptz, ${p.id}::bigint)
      order by created_at, id limit ${p.rows})
    ) post
    ${postParts}
    order by post.created_at, post.place
    limit ${p.rows}
  `.compile(q),
);

/** Counts the waiting posts and the reported ones, up to `MODERATION_COUNT_LIMIT` each. */
export const countModerated = statement<OfCompany, ModerationCounts>("count_moderated", (q, p) =>
  sql<ModerationCounts>`
    select (
      select count(*) from (
        (select from feedback_item
          where company_id = ${p.companyId} and state = 'pending' limit ${COUNTED})
        union all
        (select from comment
          where company_id = ${p.companyId} and visibility = 'pending' limit ${COUNTED})
        limit ${COUNTED}
      ) waiting
    ) as pending, (
      select count(*) from (
        select distinct feedback_id, comment_id from (
          select feedback_id, comment_id from report
          where company_id = ${p.companyId} order by id limit ${COUNTED}
        ) oldest
      ) post
    ) as reported
  `.compile(q),
);

/** The waiting posts on which a call decides; exactly one of the three ids is not null. */
export interface Chosen extends OfCompany {
  feedbackId: number | null;
  commentId: number | null;
  userId: number | null;
}

/** Selects the waiting items and locks them in the order of their ids. */
const chosenItems = (p: Chosen) => sql`
  select id from feedback_item
  where company_id = ${p.companyId} and state = 'pending'
    and (id = ${p.feedbackId}::bigint or user_id = ${p.userId}::bigint)
  order by id limit ${sql.lit(DECISION_LIMIT)}
  for update`;

/** Returns the ids of the waiting items, and locks the items until the transaction ends. */
export const lockPendingItems = statement<Chosen, { id: number }>("lock_pending_items", (q, p) =>
  sql<{ id: number }>`${chosenItems(p)}`.compile(q),
);

interface DecidedItem {
  id: number;
  userId: number | null;
  title: string;
  boardId: number;
  isPrivate: boolean;
}

/** Opens the waiting items. They keep the time of their submission. */
export const approveItems = statement<Chosen, DecidedItem>("approve_items", (q, p) =>
  sql<DecidedItem>`
    with chosen as materialized (${chosenItems(p)})
    update feedback_item f set is_pending = false, state = 'open'
    from chosen
    where f.company_id = ${p.companyId} and f.id = chosen.id
    returning f.id, f.user_id, f.title, f.board_id, (
      select is_private from board where company_id = f.company_id and id = f.board_id
    ) as is_private
  `.compile(q),
);

/**
 * Selects the waiting comments, and locks their items in the order of their ids, because the items'
 * numbers of comments change. The deletion of a comment locks in the same order.
 */
const chosenComments = (p: Chosen) => sql`
  chosen as materialized (
    select id, feedback_id from comment
    where company_id = ${p.companyId} and visibility = 'pending'
      and (id = ${p.commentId}::bigint or user_id = ${p.userId}::bigint)
    order by id limit ${sql.lit(DECISION_LIMIT)}
  ), item as materialized (
    select company_id, id, title, board_id from feedback_item
    where company_id = ${p.companyId} and id in (select feedback_id from chosen)
    order by id for no key update
  )`;

const ofChosenComment = (p: Chosen) => sql`c.company_id = ${p.companyId}
  and c.id in (select id from chosen) and c.feedback_id = item.id and c.visibility = 'pending'`;

interface DecidedComment extends Omit<DecidedItem, "id"> {
  id: number;
  feedbackId: number;
  /** The author's address, for the audit log. */
  username: string | null;
}

const decidedColumns = sql`
  comment.id, comment.feedback_id, comment.user_id, comment.title, comment.board_id,
  board.is_private, author.username`;

const boardAndAuthor = sql`
  join board on board.company_id = comment.company_id and board.id = comment.board_id
  left join user_account author on author.id = comment.user_id`;

/** Publishes the waiting comments, and counts them among the public ones of their items. */
export const approveComments = statement<Chosen, DecidedComment & { commentsCount: number }>(
  "approve_comments",
  (q, p) =>
    sql<DecidedComment & { commentsCount: number }>`
    with ${chosenComments(p)}, comment as (
      update comment c set visibility = 'public'
      from item where ${ofChosenComment(p)}
      returning c.company_id, c.id, c.feedback_id, c.user_id, item.title, item.board_id
    ), counted as (
      update feedback_item f set comments_count = f.comments_count + approved.total,
        hidden_comments_count = f.hidden_comments_count - approved.total
      from (select feedback_id, count(*) as total from comment group by feedback_id) approved
      where f.company_id = ${p.companyId} and f.id = approved.feedback_id
      returning f.id, f.comments_count
    )
    select ${decidedColumns}, counted.comments_count
    from comment join counted on counted.id = comment.feedback_id ${boardAndAuthor}
    order by comment.id
  `.compile(q),
);

/** Deletes the waiting comments. A trigger counts them. */
export const deletePendingComments = statement<Chosen, DecidedComment>(
  "delete_pending_comments",
  (q, p) =>
    sql<DecidedComment>`
    with ${chosenComments(p)}, comment as (
      delete from comment c using item where ${ofChosenComment(p)}
      returning c.company_id, c.id, c.feedback_id, c.user_id, item.title, item.board_id
    )
    select ${decidedColumns} from comment ${boardAndAuthor} order by comment.id
  `.compile(q),
);
