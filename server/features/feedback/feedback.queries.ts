import { sql } from "#server/platform/db/sql.ts";
import type {
  FeedbackDetail,
  FeedbackState,
  FeedbackStatus,
  NewFeedback,
  StatusChange,
} from "#contract/feedback.ts";
import type { ChangeableField } from "#contract/feedbackFields.ts";
import { HISTORY_COUNT_LIMIT } from "#contract/feedback.ts";
import { DELETED_USER } from "#contract/users.ts";
import type * as z from "zod/mini";
import type { RowWithTotal } from "#server/platform/http/pageFromEnd.ts";
import type { WithActivity } from "#server/platform/activity/activity.queries.ts";
import { insertActivity } from "#server/platform/activity/activity.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { StoredItem } from "./itemColumns.queries.ts";
import { CHANGEABLE, describedColumns, shortItemColumns } from "./itemColumns.queries.ts";
import { canSeeItem, isByTeam } from "./itemConditions.queries.ts";
import { sourceColumns, sourceOf } from "./sourceOf.queries.ts";
import { mustWait } from "./mustWait.queries.ts";
import { selectItem } from "./shownItem.queries.ts";

/**
 * The board of an item, and whether the board is private. In an `ItemSnapshot`, `isPrivate` is also
 * true for an item that waits for approval.
 */
interface ItemBoard {
  boardId: number;
  isPrivate: boolean;
}

const findItemByShape = statementByShape((isSignedIn: boolean, isAdmin: boolean) =>
  statement<Visibility & { feedbackId: number }, FeedbackDetail & ItemBoard>(
    "find_feedback_item",
    (p) => sql`
      ${selectItem(p, { isSignedIn, isAdmin })}
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId} and ${canSeeItem(p)}
    `,
  ),
);

/**
 * Returns the statement that finds an item as this viewer sees it. It reads only what the viewer's
 * kind (visitor, user or admin) can see.
 */
export const findFeedbackItem = ({
  viewerId,
  canSeePrivate,
}: Pick<Visibility, "viewerId" | "canSeePrivate">) =>
  findItemByShape(viewerId !== null, canSeePrivate);

/**
 * Inserts an item and stores the activity of the submission. The item waits for approval if the
 * company's moderation settings require it; its activity is then stored when it is approved. An item
 * that waits is marked as possible spam if `isSuspected`. Returns nothing if the board does not
 * exist in the company or the viewer cannot see it.
 */
export const insertFeedback = statement<
  Pick<
    z.output<typeof NewFeedback>,
    "title" | "description" | "boardId" | "category" | "boardCategoryId"
  > &
    Visibility &
    WithActivity & {
      status: FeedbackStatus;
      isSuspected: boolean;
      descriptionMarkdown: string | null;
    },
  StoredItem & ItemBoard & Pick<FeedbackDetail, "descriptionFormat" | "excerpt">
>(
  "insert_feedback",
  (p) => sql`
    with place as materialized (
      select company_id, id, is_private, ${mustWait(p)} as waits from board
      where company_id = ${p.companyId} and id = ${p.boardId}
        and (not is_private or ${p.canSeePrivate})
    ), f as (
      insert into feedback_item
        (company_id, board_id, board_category_id, user_id, title, description,
          description_markdown, category, status, is_pending, state, is_suspected)
      select company_id, id, ${p.boardCategoryId}::bigint, ${p.viewerId}::bigint, ${p.title},
        ${p.description}, ${p.descriptionMarkdown}, ${p.category}, ${p.status}, waits,
        case when waits then 'pending' else 'open' end, waits and ${p.isSuspected}::boolean
      from place
      returning *
    ), recorded as (
      ${insertActivity(p, "item_submitted", {
        feedbackId: sql`id`,
        data: {},
        source: sql`(select id from f where state <> 'pending') published`,
      })}
    )
    select ${shortItemColumns}, ${describedColumns}, place.is_private from f cross join place
  `,
);

interface NewVote extends Visibility<number> {
  feedbackId: number;
  voterId: number;
  recordedById: number | null;
  isFollowing: boolean;
}

/**
 * Inserts a vote for an open item and counts it in one statement, so that neither a crash nor a
 * concurrent request can make the counter differ from the votes. `recordedById` is the id of the
 * admin who records the vote for somebody else; null for the viewer's own vote. With `isStored`, the
 * statement also stores the activity of the viewer's own vote. Returns nothing if the viewer cannot
 * see the item.
 * @throws serialization_failure if the item is closed or merged while the statement runs
 */
export const insertVote = statementByShape((isStored: boolean) =>
  statement<
    NewVote & Partial<WithActivity>,
    { votes: number; isNew: boolean; state: FeedbackState } & ItemBoard
  >(
    "insert_vote",
    (p) => sql`
    with visible as (
      select f.company_id, f.id, f.votes, f.state, f.board_id, b.is_private
      from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId} and ${canSeeItem(p)}
    ), inserted as (
      insert into user_vote
        (company_id, feedback_id, user_id, recorded_by_id, is_recorded, is_following)
      select company_id, id, ${p.voterId}, ${p.recordedById}::bigint,
        ${p.recordedById}::bigint is not null, ${p.isFollowing}
      from visible where state = 'open'
      on conflict do nothing
      returning feedback_id
    ), counted as (
      update feedback_item f set votes = f.votes + 1,
        trend = add_trends(f.trend, trend_of_vote(now()))
      from inserted
      where f.company_id = ${p.companyId} and f.id = inserted.feedback_id and f.state = 'open'
      returning f.id, f.votes
    )
    ${isStored ? sql`, recorded as (${voteActivity(p)})` : sql``}
    select coalesce((select votes from counted), visible.votes) as votes, visible.state,
      visible.board_id, visible.is_private,
      case when exists (select from counted) then true
        when exists (select from inserted) then refuse_changed_item() else false end as is_new
    from visible
  `,
  ),
);

const voteActivity = (p: Required<WithActivity>) =>
  insertActivity(p, "vote_cast", {
    feedbackId: sql`counted.id`,
    data: { votes: sql`counted.votes` },
    source: sql`counted`,
  });

/** The state of an item before or after a change, with the source of its description. */
export interface ItemSnapshot extends StoredItem, ItemBoard {
  isAnswered: boolean;
  boardName: string;
  boardCategoryName: string | null;
}

/** The board of the item `f`. */
const boardOfItem = sql`board b where b.company_id = f.company_id and b.id = f.board_id`;

/**
 * The columns of the item `f` that an `ItemSnapshot` needs in addition to those of an item. An item
 * that waits for approval is as private as an item of a private board.
 */
export const snapshotColumns = sql`
  f.is_answered,
  (select b.is_private from ${boardOfItem}) or f.state = 'pending' as is_private,
  (select b.name from ${boardOfItem}) as board_name,
  (select c.name from board_category c
    where c.company_id = f.company_id and c.id = f.board_category_id) as board_category_name`;

/**
 * Locks the item until the transaction ends. The statement contains no join, because a join would
 * no longer match after the statement has waited for a concurrent move of the item.
 */
export const lockFeedbackItem = statement<Visibility & { feedbackId: number }, ItemSnapshot>(
  "lock_feedback_item",
  (p) => sql`
    select ${shortItemColumns}, ${sourceOf("f", "description")} as description, ${snapshotColumns}
    from feedback_item f
    where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
      and (select ${canSeeItem(p)} from ${boardOfItem})
    for no key update of f
  `,
);

type ItemChanges = Partial<Pick<ItemSnapshot, ChangeableField>>;

/**
 * Sets the changed fields of items. A change of status marks an item as answered. The items must be
 * locked.
 */
export const updateFeedback = statement<
  {
    companyId: number;
    feedbackIds: readonly number[];
    changed: readonly string[];
    descriptionMarkdown?: string | null;
  } & ItemChanges,
  never
>(
  "update_feedback",
  (p) => sql`
    update feedback_item set ${assignChanged(CHANGEABLE, p)},
      description_markdown = case when 'description' = any (${p.changed}::text[])
        then ${p.descriptionMarkdown}::text else description_markdown end,
      is_answered = is_answered or ('status' = any (${p.changed}::text[]) and status <> ${p.status})
    where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
  `,
);

/** Inserts status changes. `changes` is JSON text: an array of objects. */
export const insertStatusChanges = statement<
  { companyId: number; viewerId: number | null; changes: string },
  never
>(
  "insert_status_changes",
  (p) => sql`
    insert into status_change
      (company_id, feedback_id, user_id, from_status, to_status, note, note_markdown, is_silent,
        was_answered, activity_id)
    select ${p.companyId}::bigint, change."feedbackId", ${p.viewerId}::bigint, change."fromStatus",
      change."toStatus", change.note, change."noteMarkdown", change."isSilent", change."wasAnswered", change."activityId"
    from jsonb_to_recordset(${p.changes}::jsonb) as change ("feedbackId" bigint, "fromStatus" text,
      "toStatus" text, note text, "noteMarkdown" text, "isSilent" boolean, "wasAnswered" boolean,
      "activityId" bigint)
  `,
);

/**
 * Returns the newest `rows` status changes before `beforeId`, newest first, and the number of all
 * status changes, counted up to `HISTORY_COUNT_LIMIT`. Returns nothing if the viewer cannot see the
 * item. In this case the history is not read, so that the response time does not reveal whether the
 * item exists.
 */
export const listStatusChanges = statementByShape((rows: number) =>
  statement<Visibility & { feedbackId: number; beforeId: number }, RowWithTotal<StatusChange>>(
    "list_status_changes",
    (p) => sql`
      with visible as materialized (
        select f.company_id, f.id
        from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
        where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
          and ${canSeeItem(p)}
      )
      select counted.total, c.id, c.from_status, c.to_status, ${sourceColumns("c", "note")}, c.created_at,
        case when c.id is not null then jsonb_build_object('fullName',
          case when c.user_id is null then ${sql.lit(DELETED_USER)} else u.full_name end) end as "user",
        ${isByTeam} as is_by_team
      from visible
      cross join lateral (
        select count(*) as total from (
          select from status_change
          where company_id = visible.company_id and feedback_id = visible.id
          limit ${sql.lit(HISTORY_COUNT_LIMIT)}
        ) counted
      ) counted
      left join lateral (
        select * from status_change
        where company_id = visible.company_id and feedback_id = visible.id
          and id < ${p.beforeId}
        order by id desc limit ${sql.lit(rows)}
      ) c on true
      left join user_account u on u.id = c.user_id
      order by c.id desc
    `,
  ),
);

export type DeletedItem = Pick<
  ItemSnapshot,
  "id" | "userId" | "title" | "votes" | "commentsCount" | "boardId" | "isPrivate" | "boardName"
>;

/**
 * Deletes items and returns them. Foreign keys delete the items' votes, comments and status
 * changes. The board is read by subqueries, because a join would no longer match after the
 * statement has waited for a concurrent move of the item.
 */
export const deleteFeedback = statement<
  { companyId: number; feedbackIds: readonly number[] },
  DeletedItem
>(
  "delete_feedback",
  (p) => sql`
    delete from feedback_item f
    where f.company_id = ${p.companyId} and f.id = any (${p.feedbackIds}::bigint[])
    returning f.id, f.user_id, f.title, f.votes, f.comments_count, f.board_id,
      (select b.is_private from board b where b.company_id = f.company_id and b.id = f.board_id)
        or f.state = 'pending' as is_private,
      (select b.name from board b where b.company_id = f.company_id and b.id = f.board_id)
        as board_name
  `,
);
