import { beforeAll, expect, test } from "vitest";
import { addManyFollowers, countFollowerRows } from "#server/checks/fixtures/followedItem.ts";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const ONLY_MAILS = [{ notifications: 0, levels: 0, mails: 2500, mailsOfItem: 0 }];

test("deleting an item deletes its followers' notifications and levels of following with at most 2,000 rows per statement, and keeps the mails sent about the item", async () => {
  const { company, item, path } = await itemScene(portal);
  await addManyFollowers(portal, company, item.id);
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  expect((await admin.delete(path)).status).toBe(204);
  expect(await countFollowerRows(portal, company)).toEqual(ONLY_MAILS);
});

test("the undo of an import deletes the followers' notifications and levels of following of an imported item with at most 2,000 rows per statement", async () => {
  const { company, importFile, idOf, work } = await importScene(portal);
  const done = await importFile("csv", "id,title\n1,Dark mode\n");
  await addManyFollowers(portal, company, await idOf("Dark mode"));
  expect((await work(done, "undo")).state).toBe("undone");
  expect(await countFollowerRows(portal, company)).toEqual(ONLY_MAILS);
});
