import { sql } from "#server/platform/db/sql.ts";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import type { FeedbackStatus } from "#contract/feedback.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { ActivityKind } from "#server/platform/activity/activity.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { ItemSnapshot } from "./feedback.queries.ts";
import { snapshotColumns } from "./feedback.queries.ts";
import { shortItemColumns } from "./itemColumns.queries.ts";
import { hasTeamComment } from "./itemConditions.queries.ts";

interface Items {
  companyId: number;
  feedbackIds: readonly number[];
}

/**
 * Locks items in the order of their ids until the transaction ends, so that two bulk changes cannot
 * deadlock. Returns empty texts instead of the descriptions, which can be long.
 * @param purpose decides the strength of the lock: a deletion needs a stronger lock than a change
 */
export const lockFeedbackItems = statementByShape((purpose: "change" | "delete") =>
  statement<Items, ItemSnapshot>(
    "lock_feedback_items",
    (p) => sql`
      select ${shortItemColumns}, '' as description, ${snapshotColumns}
      from feedback_item f
      where f.company_id = ${p.companyId} and f.id = any (${p.feedbackIds}::bigint[])
      order by f.id
      for ${purpose === "change" ? sql`no key update` : sql`update`} of f
    `,
  ),
);

/**
 * Locks the items. Locks the company first, so that the bulk changes of a company run one after the
 * other. Otherwise they could deadlock on the counters that they change.
 * @throws HttpError 404 if any of the items does not exist in the company, 409 if an item is merged
 * or waits for approval
 */
export async function lockItems(
  db: TenantDb,
  feedbackIds: readonly number[],
  purpose: "change" | "delete",
): Promise<ItemSnapshot[]> {
  const { companyId } = db;
  await db.first(lockCompany, { companyId });
  const items = await db.all(lockFeedbackItems(purpose), { companyId, feedbackIds });
  if (items.length < feedbackIds.length) throw notFound(bulkChangesApi.change.notFound);
  for (const { state } of items)
    if (state === "merged" || state === "pending") throw conflict(NOT_OPEN[state]);
  return items;
}

interface LatestChange {
  id: number;
  feedbackId: number;
  fromStatus: FeedbackStatus;
  toStatus: FeedbackStatus;
  /** Whether the viewer made the change. */
  isOwn: boolean;
  /** Whether a mail about the change was created. */
  isMailed: boolean;
}

/** Returns the latest change of status of each item that has one. */
export const listLatestStatusChanges = statement<Items & { viewerId: number }, LatestChange>(
  "list_latest_status_changes",
  (p) => sql`
      select c.id, c.feedback_id, c.from_status, c.to_status,
        coalesce(c.user_id = ${p.viewerId}, false) as is_own, exists (
          select from notification n where n.company_id = c.company_id
            and n.activity_id = c.activity_id and n.mail = 'mailed'
        ) as is_mailed
      from unnest(${p.feedbackIds}::bigint[]) item (id) cross join lateral (
        select * from status_change
        where company_id = ${p.companyId} and feedback_id = item.id
        order by id desc limit 1
      ) c
    `,
);

/** Ids by the type of the fields that contain them. */
export interface Targets {
  board: number[];
  boardCategory: number[];
  member: number[];
}

/** Returns which of the boards, topics and active admins exist in the company. */
export const listTargets = statement<
  {
    companyId: number;
    boardIds: readonly number[];
    boardCategoryIds: readonly number[];
    assigneeIds: readonly number[];
  },
  Targets
>(
  "list_targets",
  (p) => sql`
    select (
      select coalesce(jsonb_agg(id), '[]') from board where company_id = ${p.companyId} and id = any (${p.boardIds}::bigint[])
    ) as board, (
      select coalesce(jsonb_agg(id), '[]') from board_category
      where company_id = ${p.companyId} and id = any (${p.boardCategoryIds}::bigint[])
    ) as board_category, (
      select coalesce(jsonb_agg(id), '[]') from user_account
      where home_company_id = ${p.companyId} and id = any (${p.assigneeIds}::bigint[])
        and role = 'company_admin' and is_active
    ) as member
  `,
);

/**
 * Deletes changes of status with their activities, notifications and unfinished tasks, and restores
 * the former status of the items. An item that was unanswered before its change is unanswered again,
 * unless the team has commented on it or closed it since.
 */
export const undoStatusChanges = statement<
  { companyId: number; changeIds: readonly number[] },
  never
>(
  "undo_status_changes",
  (p) => sql`
    with undone as (
      delete from status_change
      where company_id = ${p.companyId} and id = any (${p.changeIds}::bigint[])
      returning feedback_id, from_status, was_answered, activity_id, note_markdown
    ), released as (
      -- The pictures of the notes.
      update picture p set loose_since = now() from undone
      where p.company_id = ${p.companyId} and p.feedback_id = undone.feedback_id and p.part = 'note'
        and strpos(undone.note_markdown, '/pictures/' || p.id || '/') > 0
    ), forgotten as (
      delete from activity a using undone
      where a.company_id = ${p.companyId} and a.id = undone.activity_id
    )
    update feedback_item f set status = undone.from_status,
      is_answered = undone.was_answered or f.state = 'closed' or ${hasTeamComment}
    from undone
    where f.company_id = ${p.companyId} and f.id = undone.feedback_id
  `,
);

interface ForgottenActivities extends Items {
  kind: ActivityKind;
  /** The account whose activities are deleted. If absent, those of all accounts are deleted. */
  actorId?: number;
}

interface ForgottenActivity {
  feedbackId: number;
  /** Whether the item was answered before the activity; null if this was not recorded. */
  wasAnswered: boolean | null;
}

/**
 * Deletes the items' recent activities of one kind, with their notifications and unfinished tasks,
 * so that nobody is notified of an action that was taken back. Activities about which a mail was
 * created remain.
 * @param seconds the maximum age of a recent activity
 */
export const forgetRecentActivities = statementByShape((seconds: number) =>
  statement<ForgottenActivities, ForgottenActivity>(
    "forget_recent_activities",
    (p) => sql`
      delete from activity a
      where a.company_id = ${p.companyId} and a.feedback_id = any (${p.feedbackIds}::bigint[])
        and a.kind = ${p.kind}
        and (${p.actorId ?? null}::bigint is null or a.actor_id = ${p.actorId ?? null})
        and a.created_at > now() - make_interval(secs => ${sql.lit(seconds)})
        and not exists (
          select from notification n where n.company_id = a.company_id
            and n.activity_id = a.id and n.mail = 'mailed'
        )
      returning a.feedback_id, (a.data->>'wasAnswered')::boolean as was_answered
    `,
  ),
);
