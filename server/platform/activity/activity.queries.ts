import type { Sql } from "#server/platform/db/sql.ts";
import { commitsLater, sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { ActivityData, ActivityKind, PendingActivity } from "./activity.ts";

/** Stores activities and returns their ids in the same order. */
export const insertActivities = statement<
  {
    companyId: number;
    origin: string;
    /** JSON text: an array of objects with feedback_id, kind, actor_id, data and pending. */
    activities: string;
  },
  { id: number }
>(
  "insert_activities",
  (p) => sql`
    with inserted as (
      insert into activity (company_id, feedback_id, kind, actor_id, data, origin, pending)
      select ${p.companyId}::bigint, feedback_id, kind, actor_id, data, ${p.origin}, pending
      from (
        select row_number() over () as place, item.*
        from jsonb_to_recordset(${p.activities}::jsonb)
          as item (feedback_id bigint, kind text, actor_id bigint, data jsonb, pending jsonb)
      ) given
      order by place
      returning id
    )
    -- The rows are inserted in their order, so their ids ascend.
    select id from inserted order by id
  `,
);

/** The parameters of a statement that stores the activity of its change itself. */
export interface WithActivity {
  viewerId: number | null;
  companyId: number;
  origin: string;
  /** The consumers of the activity (`ActivityLog.pendingFor`). */
  pending: string;
}

/**
 * The part of a statement that stores an activity of the viewer for each row of `source`, unless no
 * consumer handles the activity. Pass the activity to `record` with `isStored`.
 */
export function insertActivity<Kind extends ActivityKind>(
  p: Required<WithActivity>,
  kind: Kind,
  {
    feedbackId,
    data,
    source,
  }: { feedbackId: Sql; data: Record<keyof ActivityData[Kind], unknown>; source: Sql },
): Sql {
  const fields = Object.entries(data).flatMap(([name, value]) => [sql.lit(name), value as Sql]);
  return sql`
    insert into activity (company_id, feedback_id, kind, actor_id, data, origin, pending)
    select ${p.companyId}::bigint, ${feedbackId}, ${sql.lit(kind)}, ${p.viewerId}::bigint,
      jsonb_build_object(${sql.join(fields)}), ${p.origin}, ${p.pending}::jsonb
    from ${source} where ${p.pending}::jsonb <> '{}'
  `;
}

interface OfConsumer {
  companyId: number;
  consumer: string;
}

/**
 * Locks the oldest activities that wait for a consumer until the transaction ends. Only one
 * transaction at a time gets activities of a company for a consumer (`isLeased`), so that the
 * consumer handles them in order. Returns at least one row; without an activity, its id is null. A
 * slice whose commit a crash loses is run again.
 */
export const leaseActivities = statement<
  OfConsumer & { afterId: number; limit: number },
  (PendingActivity | { id: null }) & { isLeased: boolean }
>(
  "lease_activities",
  (p) => sql`
    with lease as materialized (
      select pg_try_advisory_xact_lock(
        hashtextextended(${p.consumer}::text || ${p.companyId}::text, 7215300430)
      ) as is_leased, ${commitsLater}
    ), activities as (
      select company_id, id, kind, feedback_id, actor_id, data, origin, created_at,
        pending -> ${p.consumer}::text as progress
      from activity
      where (select is_leased from lease) and company_id = ${p.companyId} and id > ${p.afterId}
        and pending <> '{}' and pending ? ${p.consumer}
      order by id limit ${p.limit}
      for no key update
    )
    select lease.is_leased, activities.* from lease left join activities on true
  `,
);

/**
 * Records that a consumer has handled activities, and where the consumer continues with the next
 * one. The activities must be locked.
 */
export const finishActivities = statement<
  OfConsumer & { finishedIds: readonly number[]; nextId: number | null; progress: string },
  never
>(
  "finish_activities",
  (p) => sql`
    update activity set pending = pending - ${p.consumer}::text
      || case when id = ${p.nextId} then jsonb_build_object(${p.consumer}::text, ${p.progress}::jsonb)
        else '{}' end
    where company_id = ${p.companyId} and id = any (${p.finishedIds}::bigint[] || ${p.nextId}::bigint)
  `,
);

/**
 * Lists up to 1,000 companies with activities that wait for a consumer, in random order, so that
 * several processes do not all begin with the same company. Reads one index entry per company.
 */
export const listCompaniesWithPending = statement<object, { companyId: number }>(
  "list_companies_with_pending",
  () => sql`
    with recursive waiting (company_id) as (
      (select company_id from activity where pending <> '{}' order by company_id, id limit 1)
      union all
      select following.company_id from waiting, lateral (
        select company_id from activity
        where pending <> '{}' and company_id > waiting.company_id
        order by company_id, id limit 1
      ) following
    )
    select company_id from waiting order by random() limit 1000
  `,
);

/**
 * Takes over unfinished work of the previous version, which stored it in `activity_task`. Can be
 * deleted together with this table in the release after the one with migration 52.
 */
export const takeOverTasks = statement<object, never>(
  "take_over_tasks",
  () => sql`
    with taken as (
      delete from activity_task where (company_id, activity_id, consumer) in (
        select company_id, activity_id, consumer from activity_task
        where created_at < now() - interval '1 minute'
        order by created_at limit 1000 for update skip locked
      )
      returning *
    )
    update activity a set pending = a.pending || jsonb_build_object(taken.consumer, taken.progress)
    from taken where a.company_id = taken.company_id and a.id = taken.activity_id
  `,
);
