import { sql } from "#server/platform/db/sql.ts";
import { placeOfComment } from "#server/features/mergedComments/mergedComments.queries.ts";
import type { UndoData } from "#server/features/undo/undo.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfCompany {
  companyId: number;
}

interface OfPosts extends OfCompany {
  feedbackIds: readonly number[];
  commentIds: readonly number[];
}

/** What the undo of a decision needs to know of the posts. */
interface CopiedPosts extends Pick<UndoData["decision"], "items" | "comments"> {
  /**
   * Whether an import has created one of the posts. Such a post possibly has votes, comments and
   * links to its import, which are not copied.
   */
  isImported: boolean;
}

/** Copies waiting posts. */
export const copyPosts = statement<OfPosts, CopiedPosts>(
  "copy_posts",
  (p) =>
    sql`
    select (
        select coalesce(jsonb_agg(to_jsonb(f) || jsonb_build_object('follows', (
          select coalesce(jsonb_agg(to_jsonb(w)), '[]') from follow w
          where w.company_id = f.company_id and w.feedback_id = f.id
        ))), '[]')
        from feedback_item f
        where f.company_id = ${p.companyId} and f.id = any (${p.feedbackIds}::bigint[])
      ) as items, (
        select coalesce(jsonb_agg(to_jsonb(c)), '[]') from comment c
        where c.company_id = ${p.companyId} and c.id = any (${p.commentIds}::bigint[])
      ) as comments, exists (
        select from imported_item
        where company_id = ${p.companyId} and feedback_id = any (${p.feedbackIds}::bigint[])
      ) or exists (
        select from imported_entry
        where company_id = ${p.companyId} and comment_id = any (${p.commentIds}::bigint[])
      ) as is_imported
  `,
);

/** A post that waits for approval again, with its item. */
export interface RestoredPost {
  /** The id of the item or comment. */
  id: number;
  feedbackId: number;
  boardId: number;
  isPrivate: boolean;
}

/** The item `f` and its board. */
const itemOfPost = sql`
  f.id as feedback_id, f.board_id, (
    select b.is_private from board b where b.company_id = f.company_id and b.id = f.board_id
  ) as is_private`;

/**
 * Inserts rejected items again, with the levels at which they were followed. An item whose board was
 * deleted is not returned. An item whose topic was deleted has none now.
 */
export const restoreItems = statement<OfCompany & { rejectedItems: string }, RestoredPost>(
  "restore_items",
  (p) =>
    sql`
      with restored as (
        insert into feedback_item as f (company_id, id, board_id, board_category_id, user_id,
          is_author_deleted, title, description, description_markdown, category, status, assignee_id, created_at,
          is_pending, state, is_suspected)
        overriding system value
        select b.company_id, item.id, b.id, topic.id, user_id, is_author_deleted, title,
          item.description, item.description_markdown, category, status, assignee_id, item.created_at, true, 'pending',
          is_suspected
        from jsonb_to_recordset(${p.rejectedItems}::jsonb) as item (id bigint, board_id bigint,
          board_category_id bigint, user_id bigint, is_author_deleted boolean, title text,
          description text, description_markdown text, category text, status text, assignee_id bigint, created_at timestamptz,
          is_suspected boolean)
        join board b on b.company_id = ${p.companyId} and b.id = item.board_id
        left join board_category topic
          on topic.company_id = ${p.companyId} and topic.id = item.board_category_id
        returning f.id, ${itemOfPost}
      ), followed as (
        insert into follow (company_id, feedback_id, user_id, level, created_at)
        select ${p.companyId}::bigint, restored.id, follow.user_id, follow.level, follow.created_at
        from jsonb_array_elements(${p.rejectedItems}::jsonb) item
        cross join jsonb_to_recordset(item -> 'follows')
          as follow (feedback_id bigint, user_id bigint, level text, created_at timestamptz)
        join restored on restored.id = follow.feedback_id
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
  (p) =>
    sql`
      with restored as (
        insert into comment (company_id, id, feedback_id, merged_from_id, user_id, content,
          content_markdown, visibility, created_at, answers_id)
        overriding system value
        select f.company_id, rejected.id, ${placeOfComment}, case when target.id is not null then f.id end,
          rejected.user_id, rejected.content, rejected.content_markdown, 'pending', rejected.created_at,
          (select c.id from comment c
            where c.company_id = f.company_id and c.id = rejected.answers_id)
        from jsonb_to_recordset(${p.rejectedComments}::jsonb) as rejected (id bigint,
          feedback_id bigint, merged_from_id bigint, user_id bigint, content text,
          content_markdown text, created_at timestamptz, answers_id bigint)
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
        returning id, feedback_id
      ), counted as (
        update feedback_item f set hidden_comments_count = f.hidden_comments_count + added.total
        from (select feedback_id, count(*) as total from restored group by feedback_id) added
        where f.company_id = ${p.companyId} and f.id = added.feedback_id
        returning ${itemOfPost}
      )
      select restored.id, counted.* from restored join counted using (feedback_id)
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
    returning f.id, ${itemOfPost}
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
      returning id, feedback_id
    ), counted as (
      update feedback_item f set comments_count = f.comments_count - held_comments.total,
        hidden_comments_count = f.hidden_comments_count + held_comments.total
      from (select feedback_id, count(*) as total from held group by feedback_id) held_comments
      where f.company_id = ${p.companyId} and f.id = held_comments.feedback_id
      returning ${itemOfPost}
    )
    select held.id, counted.* from held join counted using (feedback_id)
  `,
);

interface OfApprovals extends OfPosts {
  /** The items, and the items to which the comments belonged at the time of the decision. */
  itemIds: readonly number[];
}

/** FROM clause of the activities `a` of approved posts. */
const activitiesOfApprovals = (p: OfApprovals) => sql`
  from activity a
  where a.company_id = ${p.companyId} and a.feedback_id = any (${p.itemIds}::bigint[])
    and (a.kind = 'item_submitted' and a.feedback_id = any (${p.feedbackIds}::bigint[])
      or a.kind = 'comment_added'
        and (a.data ->> 'commentId')::bigint = any (${p.commentIds}::bigint[]))`;

/** Returns the posts whose approval was mailed. The id of the comment is null for an item. */
export const listMailedPosts = statement<
  OfApprovals,
  { feedbackId: number; commentId: number | null }
>(
  "list_mailed_posts",
  (p) => sql`
    select a.feedback_id, (a.data ->> 'commentId')::bigint as comment_id
    ${activitiesOfApprovals(p)}
      and exists (
        select from notification n
        where n.company_id = a.company_id and n.activity_id = a.id and n.mail = 'mailed'
      )
  `,
);

/** Deletes the activities of posts, with their notifications and unfinished tasks. */
export const forgetApprovals = statement<OfApprovals, never>(
  "forget_approvals",
  (p) => sql`delete ${activitiesOfApprovals(p)}`,
);
