import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { deleteExpiredImports } from "./deleteExpiredImports.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ QUOTA_IMPORT_MB: "1" });
});

const QUOTA_REACHED =
  "The imports of the last seven days take up the 1 MB that a company has. Try again later or with a smaller file";

/** A table with this number of rows, each of which becomes about 350 bytes of records. */
const table = (rows: number, prefix: string) =>
  `id,title\n${Array.from({ length: rows }, (_, row) => `${prefix}${String(row)},Item`).join("\n")}`;

async function scene() {
  const imports = await importScene(portal);
  const { company, admin } = imports;
  const upload = async (content: string) => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "csv" },
      { name: "file", filename: "feedback.csv", type: "text/csv", content },
    );
    const reply = await admin.post("/api/imports", payload, headers);
    return [reply.status, reply.body.message] as const;
  };
  const count = async (what: string, of: string) => {
    const [row] = await portal.sql<{ count: string }>(
      `select ${what} as count from ${of} where company_id = $1`,
      [company.id],
    );
    return Number(row?.count);
  };
  return {
    ...imports,
    post: upload,
    countRecords: () => count("count(*)", "import_record"),
    countPartBytes: () => count("coalesce(sum(octet_length(deflated)), 0)", "import_part"),
  };
}

test("the stored parts of an import are deflated", async () => {
  const { upload, countPartBytes } = await scene();
  // The rows and their records are 4 MB.
  await upload("csv", `title\n${"The same idea\n".repeat(50_000)}`);
  expect(await countPartBytes()).toBeLessThan(200_000);
});

test("an upload that would exceed the quota of its company is refused with 409, and nothing of it is stored", async () => {
  const { post, countPartBytes } = await scene();
  const random = `title\n${randomBytes(1_500_000).toString("base64").replaceAll(/.{60}/g, "$&\n")}`;
  expect(await post(random)).toEqual([409, QUOTA_REACHED]);
  expect(await countPartBytes()).toBe(0);
  expect(await post("title\nSmall\n")).toEqual([201, undefined]);
});

test("a dry run that would exceed the quota ends with the reason, and nothing of the import is kept", async () => {
  const { upload, check, countRecords, countPartBytes } = await scene();
  const failed = await check(await upload("csv", table(6_000, "a")));
  expect(failed).toMatchObject({ state: "failed", problem: QUOTA_REACHED });
  expect([await countRecords(), await countPartBytes()]).toEqual([0, 0]);
});

test("the records of earlier runs count against the quota until they are deleted after seven days", async () => {
  const { importFile, post, upload, check, pathOf, admin } = await scene();
  await importFile("csv", table(2_000, "a"));
  const second = await check(await upload("csv", table(3_000, "b")));
  expect(second).toMatchObject({ state: "failed", problem: QUOTA_REACHED });
  await portal.sql("update import_run set record_bytes = 1048577 where state = 'done'");
  expect(await post("title\nSmall\n")).toEqual([409, QUOTA_REACHED]);
  await portal.sql("update import_run set finished_at = now() - interval '8 days'");
  await deleteExpiredImports(portal.database);
  const third = await upload("csv", table(3_000, "b"));
  expect((await admin.get(pathOf(third))).body).toMatchObject({ state: "uploaded" });
});

test("nothing of a file is kept after a run that has written nothing, except the counts", async () => {
  const { upload, check, work, countRecords, countPartBytes } = await scene();
  const checked = await check(await upload("csv", "id,title\n1,\n2,\n"));
  expect([checked.counts[0]?.skipped, await countRecords()]).toEqual([2, 2]);
  const done = await work(checked, "run");
  expect(done).toMatchObject({
    state: "done",
    counts: [{ kind: "item", new: 0, changed: 0, same: 0, skipped: 2 }],
    columns: [{ name: "id", samples: [] }, { name: "title" }],
  });
  expect([await countRecords(), await countPartBytes()]).toEqual([0, 0]);
  await runJobs(portal);
});
