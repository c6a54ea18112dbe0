import { beforeAll, expect, test } from "vitest";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { deleteOldNotifications } from "./deleteOldNotifications.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Inserts `count` activities that are `days` days old, each with one notification. */
async function scene(days: number, count = 1) {
  const { company, item, customer } = await itemScene(portal);
  const values = [company.id, item.id, days, count];
  await portal.sql(
    `insert into activity (company_id, feedback_id, kind, origin, created_at)
     select $1, $2, 'item_submitted', 'http://localhost', now() - $3 * interval '1 day'
     from generate_series(1, $4)`,
    values,
  );
  await portal.sql(
    `insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail, created_at)
     select company_id, $2, id, feedback_id, 'admin', 'off', created_at
     from activity where company_id = $1`,
    [company.id, customer.id],
  );
  const countOf = async (table: string) =>
    (await portal.sql(`select 1 from ${table} where company_id = $1`, [company.id])).length;
  return {
    company,
    item,
    left: async () => [await countOf("notification"), await countOf("activity")],
  };
}

test("notifications and activities are deleted after 90 days, even if one statement cannot delete all of them", async () => {
  const [old, recent] = [await scene(91, 2300), await scene(89)];
  await deleteOldNotifications(portal.database.system);
  expect([await old.left(), await recent.left()]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("an old activity that a consumer has not handled is not deleted, and a change of status is not deleted with its activity", async () => {
  const { company, item, left } = await scene(91, 2);
  await portal.sql(
    `update activity set pending = '{"notifyFollowers": null}'
     where id = (select min(id) from activity where company_id = $1)`,
    [company.id],
  );
  await portal.sql(
    `insert into status_change (company_id, feedback_id, from_status, to_status, activity_id)
     select $1, $2, 'new', 'planned', max(id) from activity where company_id = $1`,
    [company.id, item.id],
  );
  await deleteOldNotifications(portal.database.system);
  expect(await left()).toEqual([0, 1]);
  expect(
    await portal.sql("select activity_id from status_change where feedback_id = $1", [item.id]),
  ).toEqual([{ activity_id: null }]);
});

test("a stopped job deletes no notifications and no activities", async () => {
  const { left } = await scene(91);
  await deleteOldNotifications(portal.database.system, AbortSignal.abort());
  expect(await left()).toEqual([1, 1]);
});
