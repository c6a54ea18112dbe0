import { parse } from "csv-parse/sync";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import { DEFAULT_IMPORT_MEGABYTES } from "#contract/quotas.ts";
import { CANNY_ACCOUNT } from "#server/checks/fixtures/imports/cannyAccount.ts";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { csvOf } from "#server/checks/fixtures/imports/csvOf.ts";
import { FIDER_TABLES, fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import {
  HEARBACK_RECORDS,
  hearbackExport,
} from "#server/checks/fixtures/imports/hearbackExport.ts";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import { QUACKBACK_TABLES } from "#server/checks/fixtures/imports/quackbackZip.ts";
import type { Tables } from "#server/checks/fixtures/imports/replacedTexts.ts";
import { replacedTexts } from "#server/checks/fixtures/imports/replacedTexts.ts";
import { uservoiceCsv } from "#server/checks/fixtures/imports/uservoiceCsv.ts";
import { zipOf } from "#server/checks/fixtures/imports/zipOf.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { continueImport } from "./continueImport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const NESTED = 20_000;

/** Characters that neither PostgreSQL nor UTF-8 can store. */
const BROKEN = "\ud800 x\udc00y a\u0000b \\u0000 \\ud800";

const STRANGE_TEXTS = [
  "",
  " \u200b\u3164\u2800",
  `${"[".repeat(NESTED)}${"]".repeat(NESTED)}`,
  `${'{"a":'.repeat(NESTED)}1${"}".repeat(NESTED)}`,
  "ß".repeat(300_000),
  "=1+1,\"';\r\n\t|\u2028 \u202eشكرا \u2067עברית\u2069 हिन्दी ไทย 한국어 漢字 👩‍👩‍👧‍👦 𝔘𝔫𝔦 ﷽",
  "__proto__",
  "9".repeat(400),
  "-1",
  "0001-01-01T00:00:00Z",
];

/** Values that JSON can have in place of a text. */
const STRANGE_VALUES: readonly unknown[] = [
  { __proto__: null, constructor: "x" },
  [[[["a"]]]],
  1e308,
  -1,
  true,
  null,
];

/** What each field is replaced with. */
interface Values {
  always: readonly unknown[];
  /** Values of which each field gets every fifth, so that many fields get each of them. */
  dealt: readonly unknown[];
}

const TEXTS: Values = { always: [BROKEN], dealt: STRANGE_TEXTS };
const JSON_VALUES: Values = {
  always: [BROKEN, { toString: 1 }],
  dealt: [...STRANGE_TEXTS, ...STRANGE_VALUES],
};

/** Yields copies of the tables, in each of which a value replaces one text. */
function* fuzzed(tables: Tables, { always, dealt }: Values) {
  for (const value of [...always, ...dealt]) {
    const hand = dealt.indexOf(value) % 5;
    for (const [index, { field, tables: changed }] of [...replacedTexts(tables, value)].entries())
      if (always.includes(value) || index % 5 === hand)
        yield { what: `${field} = ${JSON.stringify(value).slice(0, 60)}`, tables: changed };
  }
}

const tablesOf = (rows: Record<string, readonly (readonly string[])[]>): Tables =>
  Object.fromEntries(
    Object.entries(rows).map(([name, [heading = [], ...cells]]) => [
      name,
      cells.map((row) => Object.fromEntries(heading.map((column, index) => [column, row[index]]))),
    ]),
  );

const asCsv = (records: readonly object[] = []) =>
  csvOf([
    Object.keys(records[0] ?? {}),
    ...records.map((record) => Object.values(record).map((cell = "") => String(cell))),
  ]);

const USERVOICE = tablesOf({
  ideas: parse(uservoiceCsv(), { relax_column_count: true }),
});
const CSV = tablesOf({
  rows: [
    "id,title,content,status,category,board,tags,author_name,author_email,votes,created_at".split(
      ",",
    ),
    ["1", "Dark", "Dim", "open", "bug", "Ideas", "a,b", "Ann", "ann@x.example", "3", "2024-01-02"],
  ],
});

interface Source {
  tables: Tables;
  values: Values;
  fileOf: (tables: Tables) => Promise<Uint8Array> | string;
}

const SOURCES: Readonly<Record<string, Source>> = {
  csv: { tables: CSV, values: TEXTS, fileOf: ({ rows }) => asCsv(rows) },
  uservoice: { tables: USERVOICE, values: TEXTS, fileOf: ({ ideas }) => asCsv(ideas) },
  quackback: {
    tables: tablesOf(QUACKBACK_TABLES),
    values: TEXTS,
    fileOf: (tables) =>
      zipOf(Object.entries(tables).map(([name, rows]) => ({ name, content: asCsv(rows) }))),
  },
  fider: { tables: FIDER_TABLES, values: JSON_VALUES, fileOf: fiderBackup },
  hearback: { tables: HEARBACK_RECORDS, values: JSON_VALUES, fileOf: hearbackExport },
};

/** The states in which an import has ended, and waits for nobody. */
const ENDED = ["done", "failed"];

/**
 * Makes the dry run and the run of an import that has been read. Expects that the import does not
 * stay at work, and that each skipped record and each failure has a reason.
 */
async function expectEnd(
  { admin, board }: Awaited<ReturnType<typeof importScene>>,
  path: string,
  field: string,
): Promise<void> {
  const read = async (): Promise<ImportRun> => (await admin.get(path)).body;
  if ((await read()).state === "uploaded") {
    await admin.patch(path, { boardId: board.id });
    for (const verb of ["dry-run", "run"]) {
      await admin.post(`${path}/${verb}`);
      await runJobs(portal);
    }
  }
  const { state, problem, skipped, counts } = await read();
  if (!ENDED.includes(state)) await admin.delete(path);
  expect(ENDED, field).toContain(state);
  expect(problem === null, field).toBe(state === "done");
  expect(
    skipped.every(({ reason }) => reason !== null),
    field,
  ).toBe(true);
  if (state === "done") expect(counts.length, field).toBeGreaterThan(0);
}

test.each(Object.entries(SOURCES))(
  "an import from %s ends with fates and reasons, whatever any text of its file is",
  { timeout: 300_000 },
  async (source, { tables, values, fileOf }) => {
    const scene = await importScene(portal);
    for (const { what, tables: changed } of fuzzed(tables, values)) {
      const { payload, headers } = multipartOf(
        { name: "source", content: source },
        { name: "file", filename: "f", type: "text/csv", content: await fileOf(changed) },
      );
      const reply = await scene.admin.post("/api/imports", payload, headers);
      if (reply.status === 400) {
        expect(Object.values(reply.body.errors).flat().join(), what).not.toBe("");
        continue;
      }
      expect(reply.status, what).toBe(201);
      await runJobs(portal);
      await expectEnd(scene, `/api/imports/${String(reply.body.id)}`, what);
      await portal.sql("delete from throttle");
    }
  },
);

test(
  "an import from Canny ends with fates and reasons, whatever any text of the account is",
  { timeout: 300_000 },
  async () => {
    const scene = await importScene(portal);
    const { database } = portal;
    const account = { ...CANNY_ACCOUNT };
    const server = await cannyServer({ account, pageSize: 100 });
    onTestFinished(server.close);
    const work = { database, fetch: server.fetch, megabytes: DEFAULT_IMPORT_MEGABYTES };
    for (const { what, tables } of fuzzed(CANNY_ACCOUNT, JSON_VALUES)) {
      Object.assign(account, tables);
      const { body } = await scene.admin.post("/api/imports/canny", { apiKey: CANNY_KEY });
      const key = { companyId: scene.company.id, importId: body.id };
      while ((await continueImport(work, key)).isLeft);
      await expectEnd(scene, `/api/imports/${String(body.id)}`, what);
      await portal.sql("delete from throttle");
    }
  },
);
