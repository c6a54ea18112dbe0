import { beforeAll, expect, onTestFinished, test } from "vitest";
import { addManyFollowers, countFollowerRows } from "#server/checks/fixtures/followedItem.ts";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const ONLY_MAILS = [{ notifications: 0, levels: 0, mails: 2500, mailsOfItem: 0 }];

test.each([
  ["an item", (admin: Visitor, id: number) => admin.delete(`/api/feedback/${String(id)}`)],
  [
    "selected items",
    (admin: Visitor, id: number) =>
      admin.post("/api/feedback/bulk", { ids: [id], changes: { delete: true } }),
  ],
])(
  "deleting %s deletes the followers' notifications and levels of following with at most 2,000 rows per statement, and keeps the mails sent about the item",
  async (_, remove) => {
    const { company, item } = await itemScene(portal);
    await addManyFollowers(portal, company, item.id);
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    expect((await remove(admin, item.id)).status).toBeLessThan(300);
    expect(await countFollowerRows(portal, company)).toEqual(ONLY_MAILS);
  },
);

test("a bulk deletion that is refused because of one item deletes no follower of the other items", async () => {
  const { company, item, path } = await itemScene(portal);
  const customer = portal.visitor(company.host, await portal.user("user", company));
  await customer.request("PUT", `${path}/follow`, { level: "all" });
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const body = { ids: [item.id, 2_000_000_000], changes: { delete: true } };
  expect((await admin.post("/api/feedback/bulk", body)).status).toBe(404);
  expect(await portal.sql("select level from follow where feedback_id = $1", [item.id])).toEqual([
    { level: "all" },
  ]);
});

test("the undo of an import deletes the followers' notifications and levels of following of an imported item with at most 2,000 rows per statement", async () => {
  const { company, importFile, idOf, work } = await importScene(portal);
  const done = await importFile("csv", "id,title\n1,Dark mode\n");
  await addManyFollowers(portal, company, await idOf("Dark mode"));
  expect((await work(done, "undo")).state).toBe("undone");
  expect(await countFollowerRows(portal, company)).toEqual(ONLY_MAILS);
});

test("after a failed deletion of an item, people who turned off its notifications still get none", async () => {
  const { company, item, path } = await itemScene(portal);
  const people = await Promise.all(["off", "all"].map(() => portal.user("user", company)));
  for (const [index, level] of ["off", "all"].entries())
    await portal.visitor(company.host, people[index]).request("PUT", `${path}/follow`, { level });
  await portal.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before delete on feedback_item
       for each statement execute function refuse();`,
  );
  onTestFinished(async () => void (await portal.sql("drop function refuse cascade")));
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  expect((await admin.delete(path)).status).toBe(500);
  expect(await portal.sql("select level from follow where feedback_id = $1", [item.id])).toEqual([
    { level: "off" },
  ]);
});
