import { sql } from "#server/platform/db/sql.ts";
import { UNDO_SECONDS } from "#contract/bulkChanges.ts";
import type { DecisionKind } from "#contract/moderation.ts";
import { placeOfComment } from "#server/features/mergedComments/mergedComments.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfCompany {
  companyId: number;
}

interface OfPosts extends OfCompany {
  feedbackIds: readonly number[];
  commentIds: readonly number[];
}

/** Stores a decision with copies of its posts, so that it can be undone. */
export const insertDecision = statement<
  OfPosts & { decisionKind: DecisionKind; viewerId: number; blockedId: number | null },
  { id: number }
>(
  "insert_decision",
  (p) => sql`
    insert into moderation_decision (company_id, kind, decided_by_id, blocked_id, items, comments)
    select ${p.companyId}::bigint, ${p.decisionKind}, ${p.viewerId}::bigint, ${p.blockedId}::bigint, (
        select coalesce(jsonb_agg(to_jsonb(f) || jsonb_build_object('follows', (
          select coalesce(jsonb_agg(to_jsonb(w)), '[]') from follow w
          where w.company_id = f.company_id and w.feedback_id = f.id
        ))), '[]')
        from feedback_item f
        where f.company_id = ${p.companyId} and f.id = any (${p.feedbackIds}::bigint[])
      ), (
        select coalesce(jsonb_agg(to_jsonb(c)), '[]') from comment c
        where c.company_id = ${p.companyId} and c.id = any (${p.commentIds}::bigint[])
      )
    returning id
  `,
);

interface OfDecision extends OfCompany {
  decisionId: number;
  viewerId: number;
}

/** SQL condition for a decision of the viewer that is not too old to be undone. */
const undoable = (p: OfDecision) => sql`
  company_id = ${p.companyId} and id = ${p.decisionId} and decided_by_id = ${p.viewerId}
  and created_at > now() - make_interval(secs => ${sql.lit(UNDO_SECONDS)})`;

/**
 * Returns the id of the account that a decision of the viewer has blocked; the id is null if the
 * decision has blocked no account.
 */
export const findDecision = statement<OfDecision, Pick<TakenDecision, "blockedId">>(
  "find_decision",
  (p) => sql`
    select blocked_id from moderation_decision where ${undoable(p)}
  `,
);

/** A decision that is being undone. */
export interface TakenDecision {
  kind: DecisionKind;
  blockedId: number | null;
  /** JSON text: the items as they were before the decision. */
  items: string;
  feedbackIds: number[];
  /** JSON text: the comments as they were before the decision. */
  comments: string;
  commentIds: number[];
  /** The ids of the items to which the comments belonged at the time of the decision. */
  commentItemIds: number[];
}

/** Deletes a decision of the viewer and returns it. */
export const takeDecision = statement<OfDecision, TakenDecision>(
  "take_decision",
  (p) => sql`
    delete from moderation_decision where ${undoable(p)}
    returning kind, blocked_id, items::text, jsonb_path_query_array(items, '$[*].id') as feedback_ids,
      comments::text, jsonb_path_query_array(comments, '$[*].id') as comment_ids,
      jsonb_path_query_array(comments, '$[*].feedback_id') as comment_item_ids
  `,
);

/** Deletes the decisions of all companies that are too old to be undone. */
export const deleteOldDecisions = statement<Record<never, never>, never>(
  "delete_old_decisions",
  () => sql`
    delete from moderation_decision
    where created_at < now() - make_interval(secs => ${sql.lit(UNDO_SECONDS)})
  `,
);

/** A post that waits for approval again, with the board of its item. */
export interface RestoredPost {
  feedbackId: number;
  boardId: number;
  isPrivate: boolean;
}

const restoredPost = sql`
  f.id as feedback_id, f.board_id, (
    select b.is_private from board b where b.company_id = f.company_id and b.id = f.board_id
  ) as is_private`;

/** Inserts rejected items again, with the levels at which they were followed. */
export const restoreItems = statement<OfCompany & { rejectedItems: string }, RestoredPost>(
  "restore_items",
  (p) => sql`
    with restored as (
      insert into feedback_item as f (company_id, id, board_id, board_category_id, user_id,
        is_author_deleted, title, description, category, status, assignee_id, created_at,
        is_pending, state, is_suspected)
      overriding system value
      select ${p.companyId}::bigint, id, board_id, board_category_id, user_id, is_author_deleted,
        title, description, category, status, assignee_id, created_at, true, 'pending',
        is_suspected
      from jsonb_to_recordset(${p.rejectedItems}::jsonb) as item (id bigint, board_id bigint,
        board_category_id bigint, user_id bigint, is_author_deleted boolean, title text,
        description text, category text, status text, assignee_id bigint, created_at timestamptz,
        is_suspected boolean)
      returning ${restoredPost}
    ), followed as (
      insert into follow (company_id, feedback_id, user_id, level, created_at)
      select ${p.companyId}::bigint, follow.feedback_id, follow.user_id, follow.level,
        follow.created_at
      from jsonb_array_elements(${p.rejectedItems}::jsonb) item, jsonb_to_recordset(item -> 'follows')
        as follow (feedback_id bigint, user_id bigint, level text, created_at timestamptz)
    )
    select * from restored
  `,
);

/**
 * Inserts rejected comments again. If their item is merged now, they are shown at its target. A
 * comment whose item was deleted or waits for approval is not returned.
 */
export const restoreComments = statement<OfCompany & { rejectedComments: string }, RestoredPost>(
  "restore_comments",
  (p) => sql`
    with restored as (
      insert into comment (company_id, id, feedback_id, merged_from_id, user_id, content,
        visibility, created_at)
      overriding system value
      select f.company_id, rejected.id, ${placeOfComment}, case when target.id is not null then f.id end,
        rejected.user_id, rejected.content, 'pending', rejected.created_at
      from jsonb_to_recordset(${p.rejectedComments}::jsonb) as rejected (id bigint,
        feedback_id bigint, merged_from_id bigint, user_id bigint, content text,
        created_at timestamptz)
      -- The item to which the comment was written. If it was deleted while it was merged, the
      -- comment belongs to the target. Because of the limit, PostgreSQL looks up each item by
      -- index.
      join lateral (
        select * from feedback_item
        where company_id = ${p.companyId}::bigint
          and id in (rejected.merged_from_id, rejected.feedback_id)
        order by id <> coalesce(rejected.merged_from_id, rejected.feedback_id)
        fetch first 1 row with ties
      ) f on f.state <> 'pending'
      join board b on b.company_id = f.company_id and b.id = f.board_id
      left join feedback_item target
        on target.company_id = f.company_id and target.id = f.merged_into_id
      left join board target_board
        on target_board.company_id = target.company_id and target_board.id = target.board_id
      returning feedback_id
    ), counted as (
      update feedback_item f set hidden_comments_count = f.hidden_comments_count + added.total
      from (select feedback_id, count(*) as total from restored group by feedback_id) added
      where f.company_id = ${p.companyId} and f.id = added.feedback_id
      returning ${restoredPost}
    )
    select counted.* from restored join counted using (feedback_id)
  `,
);

/**
 * Makes approved items wait for approval again. Items that are no longer open, and items with
 * votes, comments, merged items or a changed status, do not change and are not returned, because
 * others have already reacted to them.
 */
export const holdItems = statement<OfCompany & { approvedItems: string }, RestoredPost>(
  "hold_items",
  (p) => sql`
    update feedback_item f
    set is_pending = true, state = 'pending', is_suspected = item.is_suspected
    from jsonb_to_recordset(${p.approvedItems}::jsonb) as item (id bigint, is_suspected boolean)
    where f.company_id = ${p.companyId} and f.id = item.id and f.state = 'open' and f.votes = 0
      and f.comments_count = 0 and f.hidden_comments_count = 0
      and not exists (
        select from status_change c where c.company_id = f.company_id and c.feedback_id = f.id
      )
      and not exists (
        select from feedback_item source
        where source.company_id = f.company_id and source.merged_into_id = f.id
      )
    returning ${restoredPost}
  `,
);

/** Makes approved comments wait for approval again. Deleted comments are not returned. */
export const holdComments = statement<OfCompany & { commentIds: readonly number[] }, RestoredPost>(
  "hold_comments",
  (p) => sql`
    with held as (
      update comment set visibility = 'pending'
      where company_id = ${p.companyId} and id = any (${p.commentIds}::bigint[])
        and visibility = 'public'
      returning feedback_id
    ), counted as (
      update feedback_item f set comments_count = f.comments_count - held_comments.total,
        hidden_comments_count = f.hidden_comments_count + held_comments.total
      from (select feedback_id, count(*) as total from held group by feedback_id) held_comments
      where f.company_id = ${p.companyId} and f.id = held_comments.feedback_id
      returning ${restoredPost}
    )
    select counted.* from held join counted using (feedback_id)
  `,
);

/**
 * Deletes the activities of approved posts, with their notifications and unfinished tasks.
 * @param itemIds the approved items, and the items to which the approved comments belonged at the
 * time of the decision
 */
export const forgetApprovals = statement<
  OfPosts & { itemIds: readonly number[] },
  {
    /** Whether a mail about the activity was created. */
    isMailed: boolean;
  }
>(
  "forget_approvals",
  (p) => sql`
    delete from activity a
    where a.company_id = ${p.companyId} and a.feedback_id = any (${p.itemIds}::bigint[])
      and (a.kind = 'item_submitted' and a.feedback_id = any (${p.feedbackIds}::bigint[])
        or a.kind = 'comment_added'
          and (a.data ->> 'commentId')::bigint = any (${p.commentIds}::bigint[]))
    returning exists (
      select from notification n
      where n.company_id = a.company_id and n.activity_id = a.id and n.mail = 'mailed'
    ) as is_mailed
  `,
);
