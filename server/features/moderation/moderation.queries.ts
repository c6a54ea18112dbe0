import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { ModeratedPost, ModerationCounts } from "#contract/moderation.ts";
import { DECISION_LIMIT, MODERATION_COUNT_LIMIT } from "#contract/moderation.ts";
import { DELETED_USER } from "#contract/users.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { formatOf, sourceOf } from "#server/features/feedback/sourceOf.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

const COUNTED = sql.lit(MODERATION_COUNT_LIMIT);

interface OfCompany {
  companyId: number;
}

interface OfModerator extends OfCompany, Pick<Visibility, "canSeePrivate"> {}

/** Whether the viewer sees the board of the item with an id. */
export const isOnSeenBoard = (p: OfModerator, feedbackId: Sql) => sql`(
  ${p.canSeePrivate}::boolean or exists (
    select from feedback_item i join board on board.company_id = i.company_id and board.id = i.board_id
    where i.company_id = ${p.companyId} and i.id = ${feedbackId} and not board.is_private
  )
)`;

/** The id of the item to which the report `oldest` belongs. */
export const itemOfReport = sql`coalesce(oldest.feedback_id, (
  select c.feedback_id from comment c
  where c.company_id = oldest.company_id and c.id = oldest.comment_id
))`;

/** The column with a post's id: one column for items, another for comments. */
export type Subject = "feedback_id" | "comment_id";

const isBlocked = isBlockedIn(sql.ref("f.company_id"), sql.ref("author.id"));

/** The columns that items and comments on the item `f` have in common. */
const partsOfPost = (p: OfIds) => sql`
  f.id as feedback_id, f.title, b.name as board_name,
  case when author.id is not null then jsonb_build_object('id', author.id,
    'username', ${addressOf("author", p)}, 'fullName', author.full_name, 'isBlocked', ${isBlocked}) end as author`;

/** The address of an account, masked for who may not see addresses. */
const addressOf = (account: string, { canSeeAddresses }: OfIds) => sql`
  case when ${canSeeAddresses}::boolean then ${sql.ref(`${account}.username`)}
    else left(${sql.ref(`${account}.username`)}, 1) || '•••' end`;

const sha256 = (text: Sql) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/** Identifies the title and description of the item `f`. */
const versionOfItem = sha256(
  sql`jsonb_build_array(f.title, ${sourceOf("f", "description")})::text`,
);

/** Identifies the content of the comment `c`. */
const versionOfComment = sha256(sourceOf("c", "content"));

/** Maximum number of characters of the comment that a post answers. */
const QUOTED = 200;

const itemsWithIds = (p: OfIds) => sql`
  select ${partsOfPost(p)}, null::bigint as comment_id, ${sourceOf("f", "description")} as text,
    ${formatOf("f", "description")} as text_format, null::jsonb as answers,
    f.is_author_deleted, f.created_at, ${versionOfItem} as version
  from feedback_item f
  join board b on b.company_id = f.company_id and b.id = f.board_id
  left join user_account author on author.id = f.user_id
  where f.company_id = ${p.companyId} and f.id = any (${p.ids}::bigint[])
    and (${p.canSeePrivate}::boolean or not b.is_private)`;

const commentsWithIds = (p: OfIds) => sql`
  select ${partsOfPost(p)}, c.id as comment_id, ${sourceOf("c", "content")} as text,
    ${formatOf("c", "content")} as text_format,
    case when answered.id is not null then jsonb_build_object(
      'author', coalesce(answered_author.full_name,
        ${addressOf("answered_author", p)}, ${sql.lit(DELETED_USER)}),
      'text', left(answered.content, ${sql.lit(QUOTED)})) end as answers,
    c.user_id is null as is_author_deleted, c.created_at, ${versionOfComment} as version
  from comment c
  join feedback_item f on f.company_id = c.company_id and f.id = c.feedback_id
  join board b on b.company_id = f.company_id and b.id = f.board_id
  left join user_account author on author.id = c.user_id
  left join comment answered on answered.company_id = c.company_id and answered.id = c.answers_id
  left join user_account answered_author on answered_author.id = answered.user_id
  where c.company_id = ${p.companyId} and c.id = any (${p.ids}::bigint[])
    and (${p.canSeePrivate}::boolean or not b.is_private)`;

type OfIds = OfModerator & Pick<Visibility, "canSeeAddresses"> & { ids: readonly number[] };

/** Returns those of the posts with these ids whose boards the viewer sees, in any order. */
export const findModeratedPosts = statementByShape((subject: Subject) =>
  statement<OfIds, ModeratedPost>("find_moderated_posts", (p) =>
    subject === "feedback_id" ? itemsWithIds(p) : commentsWithIds(p),
  ),
);

/** The ids of a post; exactly one of them is not null. */
export interface PostIds {
  feedbackId: number | null;
  commentId: number | null;
}

/** The ids of a waiting post. Posts that were submitted at the same time are ordered by `place`. */
export type PendingPostRow = PostIds & { createdAt: string; place: number };

/**
 * Returns the ids of the oldest `rows` waiting items and comments after a position. If
 * `isSuspected` is true, returns suspected items instead. Posts that were submitted at the same
 * time are ordered by `place`, which is even for items and odd for comments.
 */
export const listPendingPosts = statement<
  OfModerator & { isSuspected: boolean; since: string; afterId: number; rows: number },
  PendingPostRow
>(
  "list_pending_posts",
  (p) => sql`
    select feedback_id, comment_id, created_at, place
    from (
      (select id as feedback_id, null::bigint as comment_id, created_at, id * 2 as place
      from feedback_item f
      where company_id = ${p.companyId} and state = 'pending'
        and ${isOnSeenBoard(p, sql`f.id`)}
        and is_suspected = ${p.isSuspected}
        and created_at >= ${p.since}::timestamptz
        and (created_at, id * 2) > (${p.since}::timestamptz, ${p.afterId}::bigint)
      order by created_at, id limit ${p.rows})
      union all
      (select null, id, created_at, id * 2 + 1
      from comment c
      where company_id = ${p.companyId} and visibility = 'pending' and not ${p.isSuspected}
        and ${isOnSeenBoard(p, sql`c.feedback_id`)}
        and created_at >= ${p.since}::timestamptz
        and (created_at, id * 2 + 1) > (${p.since}::timestamptz, ${p.afterId}::bigint)
      order by created_at, id limit ${p.rows})
    ) post
    order by created_at, place
    limit ${p.rows}
  `,
);

/**
 * Counts the waiting, the suspected and the reported posts on boards that the viewer sees, up to
 * `MODERATION_COUNT_LIMIT` each.
 */
export const countModerated = statement<OfModerator, ModerationCounts>(
  "count_moderated",
  (p) => sql`
    select (
      select count(*) from (
        (select from feedback_item f
          where company_id = ${p.companyId} and state = 'pending' and not is_suspected
            and ${isOnSeenBoard(p, sql`f.id`)}
          limit ${COUNTED})
        union all
        (select from comment c
          where company_id = ${p.companyId} and visibility = 'pending'
            and ${isOnSeenBoard(p, sql`c.feedback_id`)}
          limit ${COUNTED})
        limit ${COUNTED}
      ) waiting
    ) as pending, (
      select count(*) from (
        select from feedback_item f
        where company_id = ${p.companyId} and state = 'pending' and is_suspected
          and ${isOnSeenBoard(p, sql`f.id`)}
        limit ${COUNTED}
      ) spam
    ) as suspected, (
      select count(*) from (
        select distinct feedback_id, comment_id from (
          select company_id, feedback_id, comment_id from report
          where company_id = ${p.companyId} order by id limit ${COUNTED}
        ) oldest
        where ${isOnSeenBoard(p, itemOfReport)}
      ) post
    ) as reported
  `,
);

/**
 * The waiting posts on which a request decides: those with the ids and all of the account, on boards
 * that the viewer sees.
 */
export interface Chosen extends OfModerator {
  feedbackIds: readonly number[];
  commentIds: readonly number[];
  userId: number | null;
}

/**
 * Returns up to `DECISION_LIMIT` chosen items that wait for approval, and locks these items until
 * the transaction ends.
 */
export const lockPendingItems = statement<Chosen, { id: number; version: string }>(
  "lock_pending_items",
  (p) => sql`
    select f.id, ${versionOfItem} as version from feedback_item f
    where f.company_id = ${p.companyId} and f.state = 'pending'
      and (f.id = any (${p.feedbackIds}::bigint[]) or f.user_id = ${p.userId}::bigint)
      and ${isOnSeenBoard(p, sql`f.id`)}
    order by f.id limit ${sql.lit(DECISION_LIMIT)}
    for update
  `,
);

/**
 * Approves waiting items. An item that an import has closed becomes closed, all others become open.
 * The items keep the time of their submission.
 */
export const approveItems = statement<OfCompany & { feedbackIds: readonly number[] }, never>(
  "approve_items",
  (p) => sql`
    update feedback_item set is_pending = false, is_suspected = false,
      state = case when closed_at is null then 'open' else 'closed' end
    where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
  `,
);

/** Returns up to `DECISION_LIMIT` chosen comments that wait for approval. */
export const listPendingComments = statement<
  Chosen,
  { id: number; feedbackId: number; version: string }
>(
  "list_pending_comments",
  (p) => sql`
    select c.id, c.feedback_id, ${versionOfComment} as version from comment c
    where c.company_id = ${p.companyId} and c.visibility = 'pending'
      and (c.id = any (${p.commentIds}::bigint[]) or c.user_id = ${p.userId}::bigint)
      and ${isOnSeenBoard(p, sql`c.feedback_id`)}
    order by c.id limit ${sql.lit(DECISION_LIMIT)}
  `,
);

interface DecidedComment {
  id: number;
  feedbackId: number;
  userId: number | null;
  /** The author's e-mail address, for the audit log. */
  username: string | null;
}

type OfComments = OfCompany & { commentIds: readonly number[] };

/**
 * Publishes waiting comments and moves them from the hidden to the public comments in the counts of
 * their items.
 */
export const publishComments = statement<
  OfComments,
  DecidedComment & { commentsCount: number; answersId: number | null }
>(
  "publish_comments",
  (p) => sql`
    with published as (
      update comment set visibility = 'public'
      where company_id = ${p.companyId} and id = any (${p.commentIds}::bigint[])
        and visibility = 'pending'
      returning id, feedback_id, user_id, answers_id
    ), counted as (
      update feedback_item f set comments_count = f.comments_count + approved.total,
        hidden_comments_count = f.hidden_comments_count - approved.total
      from (select feedback_id, count(*) as total from published group by feedback_id) approved
      where f.company_id = ${p.companyId} and f.id = approved.feedback_id
      returning f.id, f.comments_count
    )
    select published.*, counted.comments_count, author.username
    from published join counted on counted.id = published.feedback_id
    left join user_account author on author.id = published.user_id
    order by published.id
  `,
);

/** Deletes waiting comments. A trigger updates the stored counts. */
export const deletePendingComments = statement<OfComments, DecidedComment>(
  "delete_pending_comments",
  (p) => sql`
    with deleted as (
      delete from comment
      where company_id = ${p.companyId} and id = any (${p.commentIds}::bigint[])
        and visibility = 'pending'
      returning id, feedback_id, user_id
    )
    select deleted.*, author.username
    from deleted left join user_account author on author.id = deleted.user_id
    order by deleted.id
  `,
);
