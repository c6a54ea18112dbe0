import { pino } from "pino";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import { DEFAULT_IMPORT_MEGABYTES } from "#contract/quotas.ts";
import { openImportThreads } from "#server/app/openImportThreads.ts";
import { jobTable } from "#server/app/jobTable.ts";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startJobQueue } from "#server/platform/jobs/startJobQueue.ts";
import { continueImport } from "./continueImport.ts";
import type { ImportKey } from "./importKey.ts";
import { findRun } from "./importRuns.queries.ts";
import { OpenReading } from "./openReading.ts";
import { IMPORT_TASK, resumeImports } from "./runImport.ts";
import { readSection } from "./storedFile.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** A company whose admin can start imports. */
async function importer() {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const started = ({ body }: { body: { id: number } }) => {
    const path = `/api/imports/${String(body.id)}`;
    const read = async (): Promise<ImportRun> => (await admin.get(path)).body;
    return { key: { companyId: company.id, importId: body.id }, path, admin, read };
  };
  const fromCanny = async () =>
    started(await admin.post("/api/imports/canny", { apiKey: CANNY_KEY }));
  const fromFile = async (content = "title\nAn idea\n") => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "csv" },
      { name: "file", filename: "feedback.csv", type: "text/csv", content },
    );
    return started(await admin.post("/api/imports", payload, headers));
  };
  return { fromCanny, fromFile };
}

test("companies whose Canny account is busy do not delay the import of another company, and are continued when Canny allows it", async () => {
  const slots = 4;
  const { fetch, close } = await cannyServer({
    refuse: () => ({ status: 429, headers: { "retry-after": "300" } }),
  });
  onTestFinished(close);
  const waiting = await Promise.all(
    Array.from({ length: slots }, async () => (await importer()).fromCanny()),
  );
  const { connectionString, database, config } = portal;
  const work = { database, fetch, megabytes: DEFAULT_IMPORT_MEGABYTES };
  const { [IMPORT_TASK]: importJob } = jobTable({
    database,
    config,
    mailer: { send: async () => undefined, close: () => undefined },
    logger: { warn: () => undefined },
    changes: localFeed(),
    continueImport: (key) => continueImport(work, key),
  });
  const stop = await startJobQueue({
    connectionString,
    logger: pino({ level: "silent" }),
    onConnectionLost: () => undefined,
    jobs: { [IMPORT_TASK]: importJob },
    concurrency: slots,
  });
  onTestFinished(stop);
  const other = await (await importer()).fromFile();
  await expect.poll(async () => (await other.read()).state).toBe("uploaded");
  const states = await Promise.all(waiting.map(async ({ read }) => (await read()).state));
  expect(states).toEqual(Array.from({ length: slots }, () => "reading"));
  const jobs = () =>
    portal.sql<{ wait: boolean }>(
      "select run_at > now() + interval '4 minutes' as wait from graphile_worker.jobs where locked_at is null",
    );
  await expect.poll(jobs).toEqual(Array.from({ length: slots }, () => ({ wait: true })));
  const resumed: unknown[] = [];
  await resumeImports({ database, enqueue: async (key) => void resumed.push(key) });
  expect(resumed).toEqual([]);
  for (const { admin, path } of waiting) expect((await admin.delete(path)).status).toBe(204);
});

test("a job fetches pages of Canny until its time is over, and the next job fetches no page again", async () => {
  const { key, read } = await (await importer()).fromCanny();
  const server = await cannyServer({
    pageSize: 1,
    refuse: (request) => (request % 4 === 0 ? { status: 503 } : undefined),
  });
  onTestFinished(server.close);
  const pages: unknown[] = [];
  let [steps, waits] = [0, 0];
  const fetch: typeof server.fetch = async (...request) => {
    const reply = await server.fetch(...request);
    if (reply.status === 200) pages.push(server.requests.at(-1));
    return reply;
  };
  const { database } = portal;
  // The time of a job ends with its first page.
  const work = { database, fetch, megabytes: DEFAULT_IMPORT_MEGABYTES, workMs: 0 };
  for (let isLeft = true; isLeft; steps += 1) {
    const step = await continueImport(work, key);
    ({ isLeft } = step);
    if (step.waitMs !== undefined) waits += 1;
  }
  expect(await read()).toMatchObject({ state: "uploaded" });
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(pages.length);
  expect(steps).toBe(pages.length + waits);
  expect(waits).toBeGreaterThan(1);
});

const ROWS = 20_000;
const TABLE = ["title,content"]
  .concat(Array.from({ length: ROWS }, (_, row) => `Idea ${String(row)},${"x".repeat(90)}`))
  .join("\n");

/** A slice in milliseconds after which a reading of the table has paused. */
const SLICE_MS = 20;

/**
 * Continues an import until its file is read, with each of the readings in turn. Returns how often a
 * reading was opened, and the titles that were read.
 */
async function readToEnd(key: ImportKey, readings: readonly OpenReading[]) {
  const { database } = portal;
  const db = database.tenant(key.companyId);
  const slices: { bytes: number; openings: number }[] = [];
  for (let isLeft = true, slice = 0; isLeft; slice += 1) {
    const reading = readings[slice % readings.length] ?? new OpenReading();
    const work = { database, megabytes: DEFAULT_IMPORT_MEGABYTES, reading, workMs: SLICE_MS };
    ({ isLeft } = await continueImport(work, key));
    const run = await db.first(findRun, key);
    if (isLeft && run) slices.push({ bytes: run.progress.done, openings: run.progress.position });
  }
  const titles: string[] = [];
  let text = "";
  for await (const part of readSection(db, { importId: key.importId, section: "item" }, 0))
    text += part.toString();
  for (const line of text.trimEnd().split("\n"))
    titles.push((JSON.parse(line) as { cells: string[] }).cells[0] ?? "");
  return { slices, titles };
}

const TITLES = Array.from({ length: ROWS }, (_, row) => `Idea ${String(row)}`);

test("a file is read in slices, each of which goes on where the last one has paused", async () => {
  const { key, read } = await (await importer()).fromFile(TABLE);
  const { slices, titles } = await readToEnd(key, [new OpenReading()]);
  expect(slices.length).toBeGreaterThan(2);
  expect(new Set(slices.map(({ openings }) => openings))).toEqual(new Set([1]));
  expect(titles).toEqual(TITLES);
  expect(await read()).toMatchObject({ state: "uploaded" });
});

test("a file is read to its end by two processes that take turns, and after a kill", async () => {
  const { key } = await (await importer()).fromFile(TABLE);
  const { slices, titles } = await readToEnd(key, [new OpenReading(), new OpenReading()]);
  expect(slices.map(({ bytes }) => bytes)).toEqual(
    slices.map(({ bytes }) => bytes).toSorted((a, b) => a - b),
  );
  expect(slices.at(-1)).toMatchObject({ openings: 2 });
  expect(titles).toEqual(TITLES);
});

test("a file whose reading is lost again and again is read to its end in the queue of long imports", async () => {
  const { key } = await (await importer()).fromFile(TABLE);
  const { slices, titles } = await readToEnd(key, []);
  expect(slices.map(({ openings }) => openings)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(titles).toEqual(TITLES);
});

test("companies with files that are read for long do not delay the small file of another company", async () => {
  const { connectionString, database, config } = portal;
  const large = await Promise.all(
    Array.from({ length: 2 }, async () => (await importer()).fromFile(TABLE)),
  );
  const small = await (await importer()).fromFile();
  const threads = openImportThreads({
    connectionString,
    database,
    megabytes: config.importMegabytes,
    maxThreads: 3,
    workMs: SLICE_MS,
  });
  onTestFinished(threads.close);
  const ended: ImportKey[] = [];
  // One slot is enough for all of them.
  const queue = [...large, small].map(({ key }) => key);
  for (let key = queue.shift(); key; key = queue.shift())
    if ((await threads.continueImport(key)).isLeft) queue.push(key);
    else ended.push(key);
  expect(ended[0]).toEqual(small.key);
  const openings = await portal.sql<{ state: string }>(
    "select state from import_run where id = any ($1)",
    [large.map(({ key }) => key.importId)],
  );
  expect(openings).toEqual([{ state: "uploaded" }, { state: "uploaded" }]);
});
