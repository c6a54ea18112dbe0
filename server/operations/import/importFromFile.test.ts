import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { Change } from "#server/platform/changes/change.ts";
import { importFromFile } from "./importFromFile.ts";

let portal: TestPortal;
const folder = mkdtempSync(join(tmpdir(), "hearback-import-"));
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an operator can check and import a file, and gets the reason if a file cannot be imported", async () => {
  const company = await portal.company("Acme");
  await portal.board(company);
  const path = join(folder, "backup.zip");
  writeFileSync(path, await fiderBackup());
  const { subdomain } = company;
  const count = async () =>
    (await portal.sql("select from feedback_item where company_id = $1", [company.id])).length;
  const changes: Change[] = [];
  const notify = async (change: Change) => void changes.push(change);
  const file = { subdomain, path, source: "fider", isRun: false, notify } as const;
  const checked = await importFromFile(portal.database, file);
  expect([checked.name, await count()]).toEqual(["Acme", 0]);
  expect(await portal.sql("select state from import_run")).toEqual([{ state: "checked" }]);
  await expect(importFromFile(portal.database, file)).rejects.toThrow(
    "Another import is not finished.",
  );
  await portal.sql("delete from import_run");
  const done = await importFromFile(portal.database, { ...file, isRun: true });
  expect(done.counts).toEqual(checked.counts);
  expect(changes).toMatchObject([{ companyId: company.id, events: [{ kind: "anything" }] }]);
  expect(await count()).toBe(checked.counts.find(({ kind }) => kind === "item")?.new);
  await expect(importFromFile(portal.database, { ...file, source: "hearback" })).rejects.toThrow(
    "The file cannot be read.",
  );
  await expect(importFromFile(portal.database, { ...file, subdomain: "nobody" })).rejects.toThrow(
    "There is no company with the subdomain nobody.",
  );
});
