import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  DEFAULT_IMPORT_MEGABYTES,
  DEFAULT_PICTURE_MEGABYTES,
  DEFAULT_QUOTAS,
} from "#contract/quotas.ts";
import { fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { exportedBoard, hearbackExport } from "#server/checks/fixtures/imports/hearbackExport.ts";
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
  const options = {
    createsBoards: false,
    quotas: DEFAULT_QUOTAS,
    megabytes: DEFAULT_IMPORT_MEGABYTES,
    pictures: { megabytes: DEFAULT_PICTURE_MEGABYTES },
    notify,
  };
  const file = { ...options, subdomain, path, source: "fider", isRun: false } as const;
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

test("an import on the command line lists the missing boards, or creates them with their exported properties if createsBoards is set", async () => {
  const company = await portal.company();
  const { id } = await portal.board(company, { name: "Plans" });
  await portal.sql("update board set slug = 'ideas' where id = $1", [id]);
  const path = join(folder, "export.zip");
  const boards = [
    exportedBoard(1, "Features", { isPrivate: true, description: "For the team" }),
    exportedBoard(2, "Ideas"),
  ];
  writeFileSync(path, await hearbackExport({ "data/boards.jsonl": boards }));
  const { subdomain } = company;
  const options = {
    createsBoards: false,
    quotas: DEFAULT_QUOTAS,
    megabytes: DEFAULT_IMPORT_MEGABYTES,
    pictures: { megabytes: DEFAULT_PICTURE_MEGABYTES },
    notify: async () => undefined,
  };
  const file = { ...options, subdomain, path, source: "hearback", isRun: false } as const;
  const checked = await importFromFile(portal.database, file);
  expect(checked.missingBoards).toEqual(["Features", "Ideas"]);
  const of = async (query: string) => portal.sql(query, [company.id]);
  const found = () =>
    of("select name, slug, description, is_private from board where company_id = $1 order by id");
  const plans = { name: "Plans", slug: "ideas", description: "A board", is_private: false };
  expect(await found()).toEqual([plans]);
  await of("delete from import_run where company_id = $1");
  const full = { ...file, createsBoards: true, quotas: { ...DEFAULT_QUOTAS, boards: 2 } };
  await expect(importFromFile(portal.database, full)).rejects.toThrow(
    "A company can have at most 2 boards.",
  );
  expect(await found()).toEqual([plans]);
  await of("delete from import_run where company_id = $1");
  const done = await importFromFile(portal.database, { ...file, createsBoards: true, isRun: true });
  expect(done.missingBoards).toEqual([]);
  expect(await found()).toEqual([
    plans,
    { name: "Features", slug: "features", description: "For the team", is_private: true },
    { name: "Ideas", slug: "ideas-2", description: null, is_private: false },
  ]);
  expect(done.counts.find(({ kind }) => kind === "item")).toMatchObject({ new: 4, skipped: 0 });
});
