import { DEFAULT_IMPORT_MEGABYTES } from "#contract/quotas.ts";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { fiderBackup, FIDER_SECRETS } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { hearbackExport } from "#server/checks/fixtures/imports/hearbackExport.ts";
import { commentsNewestFirst, quackbackZip } from "#server/checks/fixtures/imports/quackbackZip.ts";
import { uservoiceCsv } from "#server/checks/fixtures/imports/uservoiceCsv.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";
import { continueImport } from "./continueImport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** The tables with a company's data that an import or its undo can change. */
const TABLES = [
  "feedback_item",
  "comment",
  "user_vote",
  "follow",
  "status_change",
  "saved_view",
  "feedback_counter",
  "imported_item",
  "imported_entry",
  "imported_person",
];

/**
 * An import must add no rows to these tables, because nobody must be notified of imported content.
 */
const SILENT = ["activity", "notification", "mail_delivery"];

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Imported" });
  const { viewers } = await castOf(portal, company);
  const admin = viewers.C;
  const pathOf = ({ id }: { id: number }) => `/api/imports/${String(id)}`;
  const work = async (run: ImportRun, verb: string): Promise<ImportRun> => {
    expect([verb, (await admin.post(`${pathOf(run)}/${verb}`)).status]).toEqual([verb, 200]);
    expect(await runJobs(portal)).toEqual([]);
    return (await admin.get(pathOf(run))).body;
  };
  const upload = async (source: string, content: string | Uint8Array): Promise<ImportRun> => {
    const { payload, headers } = multipartOf(
      { name: "source", content: source },
      { name: "file", filename: "file", type: "application/octet-stream", content },
    );
    const { body } = await admin.post("/api/imports", payload, headers);
    await runJobs(portal);
    return body;
  };
  const fetchFromCanny = async (): Promise<ImportRun> => {
    const { body } = await admin.post("/api/imports/canny", { apiKey: CANNY_KEY });
    const { fetch, close } = await cannyServer();
    onTestFinished(close);
    const { database } = portal;
    const key = { companyId: company.id, importId: body.id };
    const fetching = { database, fetch, megabytes: DEFAULT_IMPORT_MEGABYTES };
    while ((await continueImport(fetching, key)).isLeft);
    return body;
  };
  /**
   * Makes a dry run after choosing the same board for all board names in the file, and the status
   * `new` for unknown statuses.
   */
  const check = async (run: ImportRun) => {
    await admin.patch(pathOf(run), { boardId: board.id });
    const { names } = await work(run, "dry-run");
    const chosen = names.map(({ kind, name, target }) => ({
      kind,
      name,
      target: kind === "board" ? String(board.id) : kind === "status" ? (target ?? "new") : target,
    }));
    if (chosen.length > 0) await admin.patch(pathOf(run), { names: chosen });
    return work(run, "dry-run");
  };
  const report = async (run: ImportRun) => {
    const { text } = await admin.get(`${pathOf(run)}/report.csv`);
    // The last column is the item's id. It is removed for the comparison, because it is empty until
    // the run.
    return text.split("\r\n").map((line) => line.replace(/,[^,]*$/, ""));
  };
  const contents = async () => {
    const found: Record<string, unknown[]> = {};
    for (const table of TABLES) {
      const only = table === "feedback_counter" ? "and items <> 0" : "";
      const rows = await portal.sql<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where company_id = $1 ${only} order by 1`,
        [company.id],
      );
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  };
  const silent = () =>
    Promise.all(
      SILENT.map((table) => portal.sql(`select from ${table} where company_id = $1`, [company.id])),
    );
  return { company, work, upload, fetchFromCanny, check, report, contents, silent };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const SOURCES: [name: string, kinds: string[], read: (of: Scene) => Promise<ImportRun>][] = [
  [
    "Fider",
    ["picture", "item", "status_change", "comment", "vote", "follow", "merge"],
    async ({ upload }) => upload("fider", await fiderBackup()),
  ],
  [
    "Quackback",
    ["item", "comment", "vote"],
    async ({ upload }) => upload("quackback", await quackbackZip()),
  ],
  [
    "UserVoice",
    ["item", "status_change", "vote"],
    ({ upload }) => upload("uservoice", uservoiceCsv()),
  ],
  [
    "Canny",
    ["item", "status_change", "comment", "vote", "merge"],
    ({ fetchFromCanny }) => fetchFromCanny(),
  ],
  [
    "Hearback",
    ["item", "status_change", "comment", "vote", "follow", "merge", "view"],
    async ({ upload }) => upload("hearback", await hearbackExport()),
  ],
];

test.each(SOURCES)(
  "an import from %s does what its dry run has reported, a second import changes nothing, and the undo restores the previous data",
  async (_, kinds, read) => {
    const of = await scene();
    const { work, check, report, contents, silent } = of;
    const before = await contents();
    const checked = await check(await read(of));
    expect(checked).toMatchObject({ state: "checked", problem: null });
    const found = checked.counts.filter((count) => count.new > 0).map(({ kind }) => kind);
    expect(found).toEqual(kinds);
    expect(await contents()).toEqual(before);
    const planned = await report(checked);
    const done = await work(checked, "run");
    expect(done).toMatchObject({ state: "done", counts: checked.counts });
    expect(await report(done)).toEqual(planned);
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
    expect(await silent()).toEqual([[], [], []]);
    const after = await contents();
    const again = await work(await check(await read(of)), "run");
    expect(again.counts.filter((count) => count.new + count.changed > 0)).toEqual([]);
    expect(await contents()).toEqual(after);
    await work(again, "undo");
    expect(await contents()).toEqual(after);
    expect((await work(done, "undo")).state).toBe("undone");
    expect(await contents()).toEqual(before);
    expect(await portal.sql("select from user_account where is_imported")).toEqual([]);
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
  },
);

test("the undo of an import keeps a level of following that a person has changed since", async () => {
  const { company, work, upload, check } = await scene();
  const run = async () => work(await check(await upload("fider", await fiderBackup())), "run");
  const levels = () =>
    portal.sql("select user_id, level from follow where company_id = $1", [company.id]);
  await run();
  await portal.sql("delete from follow where company_id = $1", [company.id]);
  const again = await run();
  const [changed] = await portal.sql(
    `update follow set level = 'off' where (company_id, feedback_id, user_id) = (
       select company_id, feedback_id, user_id from follow
       where company_id = $1 and level = 'all' limit 1)
     returning user_id, level`,
    [company.id],
  );
  expect((await levels()).length).toBeGreaterThan(1);
  await work(again, "undo");
  expect(await levels()).toEqual([changed]);
});

test("imported comments are stored in the order of their dates, even if the file lists the newest comment first", async () => {
  const { company, work, upload, check } = await scene();
  const count = 600;
  const zip = await quackbackZip(commentsNewestFirst(count));
  await work(await check(await upload("quackback", zip)), "run");
  const rows = await portal.sql<{ content: string }>(
    "select content from comment where company_id = $1 order by id",
    [company.id],
  );
  expect(rows.map(({ content }) => content)).toEqual(
    Array.from({ length: count }, (_, n) => `Comment ${String(n + 1)}`),
  );
});

test("neither a secret of a Fider backup nor an API key stays in the database after an import", async () => {
  const of = await scene();
  await of.work(await of.check(await of.upload("fider", await fiderBackup())), "run");
  await of.check(await of.fetchFromCanny());
  const tables = ["import_run", "import_part", "import_record", ...TABLES, "audit_entry"];
  for (const table of tables) {
    const rows = await portal.sql<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where company_id = $1`,
      [of.company.id],
    );
    for (const secret of [...FIDER_SECRETS, CANNY_KEY])
      expect([table, rows.some(({ row }) => row.includes(secret))]).toEqual([table, false]);
  }
});
