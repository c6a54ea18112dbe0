import { beforeAll, expect, test } from "vitest";
import { ACTIVITY_CONSUMERS } from "#server/app/activityConsumers.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import type { TaskKey } from "#server/platform/activity/runActivityTask.ts";
import { resumeActivityTasks, runActivityTask } from "#server/platform/activity/runActivityTask.ts";
import type { Change } from "#server/platform/changes/change.ts";
import { notifyFollowers } from "./notifyFollowers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Changes the status of an item with 2,500 voters. No voter has been notified yet. */
async function scene() {
  const { company, item, path } = await itemScene(portal);
  await portal.sql(
    `with voter as (
       insert into user_account (username, password_hash, home_company_id)
       select format('voter-%s-%s@example.com', $1::bigint, n), 'none', $1
       from generate_series(1, 2500) n
       returning id
     )
     insert into user_vote (company_id, feedback_id, user_id) select $1, $2, id from voter`,
    [company.id, item.id],
  );
  const admin = await portal.user("company_admin", company);
  const visitor = portal.visitor(company.host, admin);
  expect((await visitor.patch(path, { status: "planned" })).status).toBe(200);
  const [task] = await portal.sql<{ activity_id: string }>(
    "select activity_id from activity_task where company_id = $1",
    [company.id],
  );
  const changes: Change[] = [];
  const { database, config } = portal;
  const work = {
    database,
    config,
    consumers: ACTIVITY_CONSUMERS,
    changes: { publish: (change: Change) => void changes.push(change) },
    enqueue: async (next: TaskKey): Promise<void> => runActivityTask(work, next),
  };
  return {
    work,
    changes,
    task: {
      companyId: company.id,
      activityId: Number(task?.activity_id),
      consumer: "notifyFollowers",
    },
    /** Returns the number of notifications, and the number of accounts that have a notification. */
    counts: async () => {
      const [row] = await portal.sql(
        `select count(*)::integer as notifications, count(distinct user_id)::integer as accounts
         from notification where company_id = $1`,
        [company.id],
      );
      return row;
    },
    isFinished: async () =>
      (await portal.sql("select 1 from activity_task where company_id = $1", [company.id]))
        .length === 0,
    resume: async () => {
      await portal.sql(
        "update activity_task set created_at = now() - interval '2 minutes' where company_id = $1",
        [company.id],
      );
      await resumeActivityTasks(work);
    },
  };
}

const ALL = { notifications: 2500, accounts: 2500 };
const FIRST_SLICE = { notifications: 1000, accounts: 1000 };

test("the changes that are published after 2,500 users were notified name each user once, in lists that each fit into one message", async () => {
  const { work, changes, task, counts, isFinished } = await scene();
  await runActivityTask(work, task);
  expect([await counts(), await isFinished()]).toEqual([ALL, true]);
  const notified = await portal.sql<{ id: number }>(
    "select user_id::integer as id from notification where company_id = $1 order by id",
    [task.companyId],
  );
  const named = changes.flatMap(({ userIds = [] }) => userIds);
  expect(named.toSorted((a, b) => a - b)).toEqual(
    notified.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  expect(changes).toHaveLength(8);
  for (const { events } of changes) expect(events).toEqual([{ kind: "notifications" }]);
});

test("after a process stopped between two slices of voters, another run notifies only the remaining voters", async () => {
  const { work, task, counts, isFinished, resume } = await scene();
  const stop = new AbortController();
  const stopping = { ...work, signal: stop.signal, changes: { publish: () => stop.abort() } };
  await runActivityTask(stopping, task);
  expect([await counts(), await isFinished()]).toEqual([FIRST_SLICE, false]);
  await resume();
  expect([await counts(), await isFinished()]).toEqual([ALL, true]);
});

test("a slice of voters that fails inserts no notifications, and another run inserts these notifications", async () => {
  const { work, task, counts, isFinished, resume } = await scene();
  let slices = 0;
  const dying: ActivityConsumer = {
    ...notifyFollowers,
    runSlice: async (db, slice) => {
      const result = await notifyFollowers.runSlice?.(db, slice);
      slices += 1;
      if (slices === 2) throw new Error("killed");
      return result ?? { next: null };
    },
  };
  await expect(runActivityTask({ ...work, consumers: [dying] }, task)).rejects.toThrow("killed");
  expect([await counts(), await isFinished()]).toEqual([FIRST_SLICE, false]);
  await resume();
  expect([await counts(), await isFinished()]).toEqual([ALL, true]);
});

test("two processes that work on the same change of status notify nobody twice", async () => {
  const { work, task, counts, resume } = await scene();
  await Promise.all([runActivityTask(work, task), runActivityTask(work, task)]);
  await resume();
  expect(await counts()).toEqual(ALL);
});

test("a task that takes longer than a second is continued by a new job, after the other jobs in the queue", async () => {
  const { work, task, isFinished } = await scene();
  const endless: ActivityConsumer = { ...notifyFollowers, runSlice: async () => ({ next: 1 }) };
  const enqueued: TaskKey[] = [];
  const enqueue = async (next: TaskKey) => void enqueued.push(next);
  await runActivityTask({ ...work, consumers: [endless], enqueue }, task);
  expect(enqueued).toEqual([task]);
  expect(await isFinished()).toBe(false);
});

test("a confirmation code that is requested after a bulk change is sent before the followers are notified", async () => {
  const { company, board, customer } = await itemScene(portal);
  const items = await Promise.all(
    Array.from({ length: 20 }, () => portal.item(board, { userId: customer.id })),
  );
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const ids = items.map(({ id }) => id);
  const changes = { status: "planned" };
  expect((await admin.post("/api/feedback/bulk", { ids, changes })).status).toBe(200);
  const username = "newcomer@example.com";
  const newcomer = { username, password: "marmalade sandwich 7", fullName: "Newcomer" };
  const registered = await portal.visitor(company.host).post("/api/register", newcomer);
  const visitor = portal.visitor(company.host, cookieOf(registered));
  expect((await visitor.post("/api/confirm-email/send")).status).toBe(200);
  const waiting = () => portal.sql("select from activity_task where company_id = $1", [company.id]);
  const waitingAtCode: number[] = [];
  await runJobs(portal, {
    send: async ({ to }) => {
      if (to === username) waitingAtCode.push((await waiting()).length);
    },
    close: () => undefined,
  });
  expect(waitingAtCode).toEqual([items.length]);
  expect(await waiting()).toEqual([]);
});
