import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checksums } from "#server/checks/fixtures/backupFiles.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { itemPath } from "#server/checks/fixtures/liveScene.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { backUp } from "./backUp.ts";
import { openRestorable, restoreBackup } from "./restoreBackup.ts";

const portal = await startTestPortal();

const remove = async (user: TestUser) => {
  const visitor = portal.visitor("localhost", user);
  const { status } = await visitor.request("DELETE", "/api/user", { password: TEST_PASSWORD });
  expect(status).toBe(204);
};

async function restore(path: string): Promise<void> {
  const file = await openRestorable(path);
  try {
    await restoreBackup(file, portal.connectionString);
  } finally {
    await file.close();
  }
  portal.publish();
}

/** Reads an item and the audit log as this admin. Both change when a user is deleted. */
async function view(host: string, admin: TestUser, item: { id: number }) {
  const visitor = portal.visitor(host, admin);
  const { body } = await visitor.get(itemPath(item));
  return {
    item: body,
    comments: (await visitor.get(itemPath(item, "/comments"))).body,
    history: (await visitor.get(itemPath(item, "/history"))).body,
    log: (await visitor.get(`/api/company/${String(admin.companyId)}/audit-log`)).body,
  };
}

test("a restored company with deleted users has the same data as before the backup, and its other users can be deleted afterwards", async () => {
  const [company, other] = [await portal.company(), await portal.company()];
  const [admin, leaver, customer, visitor, staying] = [
    await portal.user("company_admin", company),
    await portal.user("company_admin", company),
    await portal.user("user", company),
    await portal.user("user", other),
    await portal.user("user", other),
  ];
  const item = await portal.item(await portal.board(company), { userId: customer.id });
  for (const user of [leaver, customer, visitor, staying]) {
    const here = portal.visitor(company.host, user);
    await here.post(itemPath(item, "/vote"));
    await here.post(itemPath(item, "/comments"), { content: `By ${String(user.id)}` });
  }
  const asLeaver = portal.visitor(company.host, leaver);
  await asLeaver.patch(itemPath(item), { status: "planned", note: "Soon" });
  await asLeaver.post("/api/categories", { name: "Billing" });
  for (const user of [leaver, customer, visitor]) await remove(user);
  // A restore notifies nobody, so activities wait for no consumer afterwards.
  await portal.sql("update activity set pending = '{}'");
  const before = await view(company.host, admin, item);
  expect(before).toMatchObject({
    item: { votes: 1, commentsCount: 4, userId: null, isAuthorDeleted: true },
    history: [{ note: "Soon", user: { fullName: "Deleted user" } }],
    log: [{ actorUsername: `Deleted user #${String(leaver.id)}` }],
  });

  const folder = await mkdtemp(join(tmpdir(), "hearback-deleted-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "company.backup");
  // These tables are not compared, because backups of a company do not contain them.
  const stored = async () => {
    const { session: _, handoff: __, activity_task: ___, ...sums } = await checksums(portal);
    return sums;
  };
  const sums = await stored();
  await backUp({ connectionString: portal.connectionString, path, company: company.subdomain });
  await portal.sql("delete from company where id = $1", [company.id]);
  await restore(path);
  expect(await stored()).toEqual(sums);

  const again = await portal.user("super_admin");
  expect(await view(company.host, { ...again, companyId: company.id }, item)).toEqual(before);
  await remove(staying);
  expect(await view(company.host, { ...again, companyId: company.id }, item)).toMatchObject({
    item: { votes: 0 },
    comments: [{ userId: null }, { userId: null }, { userId: null }, { userId: null }],
  });
});
