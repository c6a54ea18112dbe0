import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { StoredActivity } from "./activity.ts";

/**
 * Stores activities with one task for each of their consumers, and returns the activities' ids in
 * the same order. For each task, a trigger adds a job to the queue.
 */
export const insertActivities = statement<
  {
    companyId: number;
    origin: string;
    /** JSON text: an array of objects with feedback_id, kind, actor_id, data and consumers. */
    activities: string;
  },
  { id: number }
>(
  "insert_activities",
  (p) => sql`
    with given as (
      select row_number() over () as place, item.*
      from jsonb_to_recordset(${p.activities}::jsonb)
        as item (feedback_id bigint, kind text, actor_id bigint, data jsonb, consumers jsonb)
    ), inserted as (
      insert into activity (company_id, feedback_id, kind, actor_id, data, origin)
      select ${p.companyId}::bigint, feedback_id, kind, actor_id, data, ${p.origin}
      from given order by place
      returning id
    ), numbered as (
      -- The rows are inserted in their order, so their ids ascend.
      select id, row_number() over (order by id) as place from inserted
    ), tasks as (
      insert into activity_task (company_id, activity_id, consumer)
      select ${p.companyId}::bigint, numbered.id, consumer
      from given join numbered using (place), jsonb_array_elements_text(given.consumers) consumer
    )
    select id from numbered order by place
  `,
);

interface TaskKey {
  companyId: number;
  activityId: number;
  consumer: string;
}

/**
 * Locks a task until the transaction ends. Returns nothing if the task is finished or is locked by
 * another process.
 */
export const lockActivityTask = statement<TaskKey, StoredActivity & { progress: unknown }>(
  "lock_activity_task",
  (p) => sql`
    select a.company_id, a.id, a.kind, a.feedback_id, a.actor_id, a.data, a.origin, a.created_at,
      t.progress
    from activity_task t join activity a on a.company_id = t.company_id and a.id = t.activity_id
    where t.company_id = ${p.companyId} and t.activity_id = ${p.activityId}
      and t.consumer = ${p.consumer}
    for update of t skip locked
  `,
);

export const updateActivityTask = statement<TaskKey & { progress: string }, never>(
  "update_activity_task",
  (p) => sql`
    update activity_task set progress = ${p.progress}::jsonb
    where company_id = ${p.companyId} and activity_id = ${p.activityId}
      and consumer = ${p.consumer}
  `,
);

export const deleteActivityTask = statement<TaskKey, never>(
  "delete_activity_task",
  (p) => sql`
    delete from activity_task
    where company_id = ${p.companyId} and activity_id = ${p.activityId}
      and consumer = ${p.consumer}
  `,
);

/**
 * Lists the oldest unfinished tasks that are older than a minute, at most 20 of one company and 200
 * in all. Such a task possibly has no job any more, because its process was killed or its job
 * failed.
 */
export const listOverdueTasks = statement<object, TaskKey>(
  "list_overdue_tasks",
  () => sql`
    select company_id, activity_id, consumer from (
      select company_id, activity_id, consumer, created_at,
        row_number() over (partition by company_id order by created_at) as place
      from (
        select * from activity_task where created_at < now() - interval '1 minute'
        order by created_at limit 10000
      ) overdue
    ) ranked
    where place <= 20
    order by place, created_at
    limit 200
  `,
);
