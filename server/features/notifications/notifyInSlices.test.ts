import { beforeAll, expect, test } from "vitest";
import { ACTIVITY_CONSUMERS } from "#server/app/activityConsumers.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import { createOutbox } from "#server/platform/activity/outbox.ts";
import type { Change } from "#server/platform/changes/change.ts";
import { notifyFollowers } from "./notifyFollowers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Returns options of an outbox, and a list of the changes that the outbox publishes. */
function outboxOptions() {
  const { database, config } = portal;
  const changes: Change[] = [];
  const publish = (change: Change) => void changes.push(change);
  const logger = { warn: () => undefined };
  const consumers = ACTIVITY_CONSUMERS;
  return { changes, options: { database, config, consumers, changes: { publish }, logger } };
}

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
  return {
    company,
    path,
    visitor,
    ...outboxOptions(),
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
      (
        await portal.sql("select 1 from activity where company_id = $1 and pending <> '{}'", [
          company.id,
        ])
      ).length === 0,
  };
}

const ALL = { notifications: 2500, accounts: 2500 };
const FIRST_SLICE = { notifications: 1000, accounts: 1000 };

test("the changes that are published after 2,500 users were notified name each user once, in lists that each fit into one message", async () => {
  const { company, options, changes, counts, isFinished } = await scene();
  await createOutbox(options).runAll();
  expect([await counts(), await isFinished()]).toEqual([ALL, true]);
  const notified = await portal.sql<{ id: number }>(
    "select user_id::integer as id from notification where company_id = $1 order by id",
    [company.id],
  );
  const named = changes.flatMap(({ userIds = [] }) => userIds);
  expect(named.toSorted((a, b) => a - b)).toEqual(
    notified.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  expect(changes).toHaveLength(8);
  for (const { events } of changes) expect(events).toEqual([{ kind: "notifications" }]);
});

test("after a process stopped between two slices of voters, another process notifies only the remaining voters", async () => {
  const { options, counts, isFinished } = await scene();
  const stopping = createOutbox({
    ...options,
    changes: { publish: () => void stopping.stop() },
  });
  await stopping.runAll();
  expect([await counts(), await isFinished()]).toEqual([FIRST_SLICE, false]);
  await createOutbox(options).runAll();
  expect([await counts(), await isFinished()]).toEqual([ALL, true]);
});

test("a slice of voters that fails inserts no notifications, and another process inserts these notifications", async () => {
  const { options, counts, isFinished } = await scene();
  let slices = 0;
  const dying: ActivityConsumer = {
    ...notifyFollowers,
    runSlice: async (db, slice) => {
      const result = await notifyFollowers.runSlice?.(db, slice);
      slices += 1;
      if (!result || slices > 1) throw new Error("killed");
      return result;
    },
  };
  await createOutbox({ ...options, consumers: [dying] }).runAll();
  expect([slices, await counts(), await isFinished()]).toEqual([2, FIRST_SLICE, false]);
  await createOutbox(options).runAll();
  expect([await counts(), await isFinished()]).toEqual([ALL, true]);
});

test("two processes that work on the same change of status notify nobody twice", async () => {
  const { options, counts, isFinished } = await scene();
  await Promise.all([createOutbox(options).runAll(), createOutbox(options).runAll()]);
  expect([await counts(), await isFinished()]).toEqual([ALL, true]);
});

test("a confirmation code is sent while the followers of a bulk change are being notified", async () => {
  const { company, options, isFinished } = await scene();
  const sent = Promise.withResolvers<undefined>();
  const notifying = Promise.withResolvers<undefined>();
  const slow: ActivityConsumer = {
    ...notifyFollowers,
    runSlice: async (_, { activities }) => {
      notifying.resolve(undefined);
      await sent.promise;
      return { finished: activities.length };
    },
  };
  const finished = createOutbox({ ...options, consumers: [slow] }).runAll();
  await notifying.promise;
  const username = "newcomer@example.com";
  const newcomer = { username, password: "marmalade sandwich 7", fullName: "Newcomer" };
  const registered = await portal.visitor(company.host).post("/api/register", newcomer);
  const visitor = portal.visitor(company.host, cookieOf(registered));
  expect((await visitor.post("/api/confirm-email/send")).status).toBe(200);
  expect(await runJobs(portal)).toMatchObject([{ to: username }]);
  expect(await isFinished()).toBe(false);
  sent.resolve(undefined);
  await finished;
  expect(await isFinished()).toBe(true);
});

test("a hundred comments are handled in one slice, and each follower gets each comment's notification", async () => {
  const { company, board } = await itemScene(portal);
  const author = await portal.user("user", company);
  const item = await portal.item(board, { userId: author.id });
  const commenter = portal.visitor(company.host, await portal.user("user", company));
  for (let n = 0; n < 100; n += 1) {
    const path = `/api/feedback/${String(item.id)}/comments`;
    expect((await commenter.post(path, { content: `Comment ${String(n)}` })).status).toBe(201);
  }
  const { options } = outboxOptions();
  const sizes: number[] = [];
  const watched: ActivityConsumer = {
    ...notifyFollowers,
    runSlice: async (db, slice) => {
      sizes.push(slice.activities.length);
      return (await notifyFollowers.runSlice?.(db, slice)) ?? { finished: 0 };
    },
  };
  await createOutbox({ ...options, consumers: [watched] }).runAll();
  expect(sizes[0]).toBe(100);
  const notified = await portal.sql(
    `select count(*)::integer as count, count(distinct activity_id)::integer as activities
     from notification where company_id = $1 and feedback_id = $2 and user_id = $3`,
    [company.id, item.id, author.id],
  );
  expect(notified).toEqual([{ count: 100, activities: 100 }]);
});

test("a slice of many activities with many followers ends within an activity, and the next slice continues there", async () => {
  const { path, visitor, options, counts, isFinished } = await scene();
  for (const status of ["under_development", "complete"])
    expect((await visitor.patch(path, { status })).status).toBe(200);
  let slices = 0;
  const watched: ActivityConsumer = {
    ...notifyFollowers,
    runSlice: async (db, slice) => {
      slices += 1;
      return (await notifyFollowers.runSlice?.(db, slice)) ?? { finished: 0 };
    },
  };
  await createOutbox({ ...options, consumers: [watched] }).runAll();
  expect([slices, await counts(), await isFinished()]).toEqual([
    8,
    { notifications: 3 * 2500, accounts: 2500 },
    true,
  ]);
});
