import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ActivityConsumer, Slice } from "./activity.ts";
import { createOutbox } from "./outbox.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Inserts activities of a new company that wait for the consumer "test", and returns their ids. */
async function scene(count: number) {
  const { company, item } = await itemScene(portal);
  const rows = await portal.sql<{ id: string }>(
    `insert into activity (company_id, feedback_id, kind, origin, pending)
     select $1, $2, 'item_submitted', 'http://localhost', '{"test": null}'
     from generate_series(1, $3) returning id`,
    [company.id, item.id, count],
  );
  const ids = rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
  const waiting = async () =>
    (
      await portal.sql<{ id: string }>(
        "select id from activity where company_id = $1 and pending <> '{}' order by id",
        [company.id],
      )
    ).map(({ id }) => Number(id));
  return { company, ids, waiting };
}

type Handle = (slice: Slice) => void | Promise<void>;

/** Creates the outbox of a process with the consumer "test", which calls `handle` for each slice. */
function outboxWith(handle: Handle, result: Partial<ActivityConsumer> = {}) {
  const warnings: unknown[] = [];
  const outbox = createOutbox({
    database: portal.database,
    config: portal.config,
    changes: { publish: () => undefined },
    logger: { warn: (warning: unknown) => void warnings.push(warning) },
    consumers: [
      {
        name: "test",
        runSlice: async (_, slice) => {
          await handle(slice);
          return { finished: slice.activities.length };
        },
        ...result,
      },
    ],
  });
  onTestFinished(() => outbox.stop());
  return { ...outbox, warnings };
}

const idsOf = ({ activities }: Slice) => activities.map(({ id }) => id);

test("a consumer gets a company's activities in order, a hundred at a time", async () => {
  const { company, ids, waiting } = await scene(250);
  const slices: number[][] = [];
  await outboxWith((slice) => {
    if (slice.companyId === company.id) slices.push(idsOf(slice));
  }).runAll();
  expect(slices).toEqual([ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]);
  expect(await waiting()).toEqual([]);
});

test("a woken outbox handles a company's activities without a search", async () => {
  const { company, ids, waiting } = await scene(2);
  const handled = Promise.withResolvers<number[]>();
  const outbox = outboxWith((slice) => handled.resolve(idsOf(slice)));
  outbox.wake(company.id);
  outbox.wake(company.id);
  expect(await handled.promise).toEqual(ids);
  await expect.poll(waiting).toEqual([]);
});

test("companies take turns after each slice", async () => {
  const [busy, other] = [await scene(600), await scene(1)];
  const order: number[] = [];
  const outbox = outboxWith(async ({ companyId }) => {
    order.push(companyId);
    await sleep(5);
  });
  outbox.wake(busy.company.id);
  await expect.poll(() => order.length).toBeGreaterThan(0);
  outbox.wake(other.company.id);
  await expect.poll(other.waiting).toEqual([]);
  await expect.poll(busy.waiting).toEqual([]);
  expect(order.filter((id) => id === busy.company.id)).toHaveLength(6);
});

test("a consumer with a maximum share of time rests after each slice of a company, while other companies' slices run", async () => {
  const [busy, other] = [await scene(300), await scene(1)];
  const slices: { companyId: number; at: number }[] = [];
  const outbox = outboxWith(
    async ({ companyId }) => {
      slices.push({ companyId, at: performance.now() });
      await sleep(50);
    },
    { maxShare: 0.1 },
  );
  outbox.wake(busy.company.id);
  outbox.wake(other.company.id);
  await expect.poll(busy.waiting, { timeout: 20_000 }).toEqual([]);
  expect(await other.waiting()).toEqual([]);
  const times = slices.flatMap(({ companyId, at }) => (companyId === busy.company.id ? at : []));
  expect(times).toHaveLength(3);
  for (const [index, at] of times.entries())
    if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThan(490);
  expect(slices.findIndex(({ companyId }) => companyId === other.company.id)).toBeLessThan(2);
});

test("two processes handle each activity of a company once, in order, and never at the same time", async () => {
  const { company, ids, waiting } = await scene(300);
  const handled: number[] = [];
  let running = 0;
  let mostRunning = 0;
  const handle = async (slice: Slice) => {
    if (slice.companyId !== company.id) return;
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    handled.push(...idsOf(slice));
    await sleep(20);
    running -= 1;
  };
  const [first, second] = [outboxWith(handle), outboxWith(handle)];
  first.wake(company.id);
  second.wake(company.id);
  await expect.poll(waiting).toEqual([]);
  expect([handled, mostRunning]).toEqual([ids, 1]);
});

test("a process that finds another one at work does not wait for it", async () => {
  const { company, waiting } = await scene(1);
  const atWork = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const first = outboxWith(async ({ companyId }) => {
    if (companyId !== company.id) return;
    atWork.resolve(undefined);
    await released.promise;
  });
  first.wake(company.id);
  await atWork.promise;
  const second = outboxWith(() => undefined);
  await second.runAll();
  // Without the lease, it would wait for the locked rows until the wait times out.
  expect(second.warnings).toEqual([]);
  expect(await waiting()).toHaveLength(1);
  released.resolve(undefined);
  await expect.poll(waiting).toEqual([]);
});

test("activities that were committed late are not handled while another process handles later ones", async () => {
  const { company, ids, waiting } = await scene(101);
  const late = ids.slice(0, 100);
  const setPending = (pending: object) =>
    portal.sql("update activity set pending = $2 where id = any ($1)", [late, pending]);
  await setPending({});
  const atWork = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const first = outboxWith(async ({ companyId }) => {
    if (companyId !== company.id) return;
    atWork.resolve(undefined);
    await released.promise;
  });
  first.wake(company.id);
  await atWork.promise;
  // A long transaction got these lower ids before, and commits now. No process has locked the rows.
  await setPending({ test: null });
  const handled: number[] = [];
  const second = outboxWith((slice) => {
    if (slice.companyId === company.id) handled.push(...idsOf(slice));
  });
  await second.runAll();
  expect(handled).toEqual([]);
  released.resolve(undefined);
  await expect.poll(waiting, { timeout: 5_000 }).toEqual([]);
  expect(handled).toEqual(late);
});

test("a process that finds another one at work tries again, so that an activity committed meanwhile does not wait for a search", async () => {
  const { company, ids, waiting } = await scene(1);
  const atWork = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const first = outboxWith(async () => {
    atWork.resolve(undefined);
    await released.promise;
  });
  first.wake(company.id);
  await atWork.promise;
  await portal.sql(
    `insert into activity (company_id, feedback_id, kind, origin, pending)
     select company_id, feedback_id, kind, origin, '{"test": null}' from activity where id = $1`,
    [ids[0]],
  );
  const second = outboxWith(() => undefined);
  second.wake(company.id);
  await sleep(300);
  released.resolve(undefined);
  await expect.poll(waiting, { timeout: 5_000 }).toEqual([]);
});

test("an activity with which a consumer always fails waits, while all others are handled", async () => {
  const { company, ids, waiting } = await scene(250);
  const failing = ids[130];
  const handled: number[] = [];
  const outbox = outboxWith((slice) => {
    if (slice.companyId !== company.id) return;
    if (failing !== undefined && idsOf(slice).includes(failing)) throw new Error("unusable");
    handled.push(...idsOf(slice));
  });
  await outbox.runAll();
  expect(handled).toEqual(ids.filter((id) => id !== failing));
  expect(await waiting()).toEqual([failing]);
  expect(outbox.warnings.length).toBeGreaterThan(0);
});

test("a consumer continues with an unfinished activity at its progress, also in another process", async () => {
  const { company, ids, waiting } = await scene(3);
  const seen: unknown[] = [];
  const runSlice: ActivityConsumer["runSlice"] = async (_, { companyId, activities }) => {
    if (companyId !== company.id) return { finished: activities.length };
    seen.push(activities.map(({ id, progress }) => [ids.indexOf(id), progress]));
    if (seen.length === 2) throw new Error("killed");
    return seen.length === 1
      ? { finished: 1, progress: { at: 7 } }
      : { finished: activities.length };
  };
  await outboxWith(() => undefined, { runSlice }).runAll();
  expect(await waiting()).toEqual([]);
  expect(seen[0]).toEqual([
    [0, null],
    [1, null],
    [2, null],
  ]);
  const continued = [
    [1, { at: 7 }],
    [2, null],
  ];
  expect(seen.slice(1, 2)).toEqual([continued]);
  expect(seen.slice(2).flat()).toEqual(continued);
});

test("consumers do not affect each other's waiting activities", async () => {
  const { company, ids } = await scene(1);
  await portal.sql(`update activity set pending = pending || '{"other": 5}' where id = $1`, [
    ids[0],
  ]);
  await outboxWith(() => undefined).runAll();
  const [left] = await portal.sql("select pending from activity where company_id = $1", [
    company.id,
  ]);
  expect(left).toEqual({ pending: { other: 5 } });
});

test("work that the previous version has left in activity_task for a minute is taken over", async () => {
  const { company, item } = await itemScene(portal);
  await portal.sql(
    `with added as (
       insert into activity (company_id, feedback_id, kind, origin)
       select $1, $2, 'item_submitted', 'http://localhost' from generate_series(1, 2) returning id
     )
     insert into activity_task (company_id, activity_id, consumer, progress, created_at)
     select $1, id, 'test', '7', now() - row_number() over () * interval '50 seconds' from added`,
    [company.id, item.id],
  );
  const progress: unknown[] = [];
  await outboxWith(({ companyId, activities }) => {
    if (companyId === company.id) progress.push(...activities.map((activity) => activity.progress));
  }).runAll();
  expect(progress).toEqual([7]);
  expect(
    await portal.sql("select from activity_task where company_id = $1", [company.id]),
  ).toHaveLength(1);
});
