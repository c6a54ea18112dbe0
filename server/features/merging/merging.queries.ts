import type { MergedItem } from "#contract/merging.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { FeedbackState } from "#contract/feedback.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfTarget {
  companyId: number;
  /** The item into which other items are merged. */
  targetId: number;
}

interface OfSources {
  companyId: number;
  /** The items that are merged into the target. */
  feedbackIds: readonly number[];
}

/** An item that takes part in a merge. */
export interface MergeItem {
  id: number;
  state: FeedbackState;
  title: string;
  boardId: number;
  isPrivate: boolean;
  userId: number | null;
  mergedIntoId: number | null;
}

/** Returns an item that the viewer can see, with the fields that a merge needs. */
export const findMergeItem = statement<Visibility & { feedbackId: number }, MergeItem>(
  "find_merge_item",
  (p) => sql`
    select f.id, f.state, f.title, f.board_id, b.is_private, f.user_id, f.merged_into_id
    from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
    where f.company_id = ${p.companyId} and f.id = ${p.feedbackId} and ${canSeeItem(p)}
  `,
);

/** Lists items of the company with the fields that a merge needs. */
export const listMergeItems = statement<OfSources, MergeItem>(
  "list_merge_items",
  (p) => sql`
    select f.id, f.state, f.title, f.board_id, b.is_private, f.user_id, f.merged_into_id
    from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
    where f.company_id = ${p.companyId} and f.id = any (${p.feedbackIds}::bigint[])
  `,
);

/**
 * Makes items, and the items that were merged into them, part of the target. From then on, these
 * items accept no votes and no comments. `merged_through_id` stores into which of the items the
 * others were merged, so that they can be unmerged together.
 */
export const markMerged = statement<OfTarget & OfSources, never>("mark_merged", (p) => {
  const isChosen = sql`id = any (${p.feedbackIds}::bigint[])`;
  return sql`
    update feedback_item set state = 'merged', merged_into_id = ${p.targetId},
      merged_through_id = case when ${isChosen} then null
        else coalesce(merged_through_id, merged_into_id) end,
      merged_at = case when ${isChosen} then now() else merged_at end
    where company_id = ${p.companyId}
      and (${isChosen} or merged_into_id = any (${p.feedbackIds}::bigint[]))
  `;
});

/**
 * Stores in each comment to which item it originally belongs, so that the comment can be moved to
 * the target and back.
 */
export const markComments = statement<OfSources, never>(
  "mark_comments",
  (p) => sql`
    update comment set merged_from_id = feedback_id
    where company_id = ${p.companyId} and feedback_id = any (${p.feedbackIds}::bigint[])
      and merged_from_id is null
  `,
);

/** The numbers that a target would have after a merge. */
export interface MergeCounts {
  votes: number;
  comments: number;
  followers: number;
}

/**
 * Counts the votes, comments and followers that a target would have after items are merged into it.
 * A person counts once as a voter and once as a follower. The votes include votes without voters.
 */
export const countMergeOutcome = statement<OfTarget & OfSources, MergeCounts>(
  "count_merge_outcome",
  (p) => {
    const all = sql`any (${p.feedbackIds}::bigint[] || ${p.targetId}::bigint)`;
    const voters = sql`
      select user_id from user_vote where company_id = ${p.companyId} and feedback_id = ${all}`;
    // If the target is public, comments on private items stay at these items (`placeComments`).
    const withMovedComments = sql`
      feedback_item f
      join board b on b.company_id = f.company_id and b.id = f.board_id
      join feedback_item target on target.company_id = f.company_id and target.id = ${p.targetId}
      join board target_board
        on target_board.company_id = target.company_id and target_board.id = target.board_id
      where f.company_id = ${p.companyId} and f.id = ${all}
        and (target_board.is_private or not b.is_private)`;
    const following = sql`${voters} and is_following`;
    const targetAuthor = sql`(
      select user_id from feedback_item where company_id = ${p.companyId} and id = ${p.targetId}
    )`;
    // The level that a person has chosen at the target has precedence over the person's levels at
    // the merged items.
    const isOff = sql`(
      select coalesce(
        bool_or(w.level = 'off') filter (
          where w.feedback_id = ${p.targetId} and w.merged_from_id is null
        ),
        bool_or(w.user_id is distinct from ${targetAuthor} and w.level = 'off'),
        false
      )
      from follow w
      where w.company_id = ${p.companyId} and w.feedback_id = ${all} and w.user_id = person.user_id
    )`;
    return sql`
      select
        (select count(distinct user_id) from (${voters}) voter) + (
          select coalesce(sum(unnamed_votes), 0) from feedback_item
          where company_id = ${p.companyId} and (id = ${all} or merged_into_id = ${all})
        ) as votes,
        (select sum(f.comments_count) from ${withMovedComments}) as comments,
        (select count(*) from (
          ${following} union
          select user_id from follow
          where company_id = ${p.companyId} and feedback_id = ${all} and level <> 'off' union
          select user_id from feedback_item
          where company_id = ${p.companyId} and id = ${all} and user_id is not null
        ) person where not ${isOff}) as followers
    `;
  },
);

/**
 * Lists up to 100 items that were merged into an item and that the viewer can see, last merged
 * first.
 */
export const listMergedItems = statement<Visibility & OfTarget, MergedItem>(
  "list_merged_items",
  (p) => sql`
    select f.id, f.title, f.votes, f.merged_at
    from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
    where f.company_id = ${p.companyId} and f.merged_into_id = ${p.targetId} and ${canSeeItem(p)}
    order by f.merged_at desc, f.id desc
    limit 100
  `,
);
