import { beforeAll, expect, test } from "vitest";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { deleteExpiredImports } from "./deleteExpiredImports.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const FILE = "id,title,board,author_email\n1,Dark mode,Ideas,robin@customer.example\n";

const age = (column: "worked_at" | "finished_at", days: number) =>
  portal.sql(`update import_run set ${column} = now() - make_interval(days => $1)`, [days]);

/** Returns all stored data of a company's imports as text. */
async function storedData({ id }: { id: number }): Promise<string> {
  const rows = await Promise.all(
    ["import_run", "import_part", "import_record"].map((table) =>
      portal.sql(`select to_jsonb(t)::text as row from ${table} t where company_id = $1`, [id]),
    ),
  );
  return JSON.stringify(rows);
}

test("an import that nobody has continued for seven days is deleted with its file and its records", async () => {
  const { company, admin, pathOf, upload, check } = await importScene(portal);
  const run = await check(await upload("csv", FILE));
  await age("worked_at", 6);
  await deleteExpiredImports(portal.database);
  expect((await admin.get(pathOf(run))).body).toMatchObject({ state: "checked" });
  await age("worked_at", 8);
  await deleteExpiredImports(portal.database);
  expect((await admin.get(pathOf(run))).status).toBe(404);
  expect(await storedData(company)).toBe("[[],[],[]]");
});

test("seven days after a run, only the columns and the choices of the import are still stored", async () => {
  const { company, admin, board, importFile, pathOf, upload } = await importScene(portal);
  const run = await importFile("csv", FILE);
  await age("finished_at", 6);
  await deleteExpiredImports(portal.database);
  expect((await admin.get(pathOf(run))).body.names).toMatchObject([{ name: "Ideas" }]);
  await age("finished_at", 8);
  await deleteExpiredImports(portal.database);
  const { columns, names } = (await admin.get(pathOf(run))).body;
  expect([columns[1], names]).toEqual([{ name: "title", samples: [] }, []]);
  expect(await storedData(company)).not.toMatch(/Dark mode|Ideas|robin/);
  // The next import still proposes the same board.
  expect((await upload("csv", FILE)).mapping).toMatchObject({ boardId: board.id });
});
