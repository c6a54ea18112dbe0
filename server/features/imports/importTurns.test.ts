import { pino } from "pino";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ImportRun } from "#contract/importRun.ts";
import { DEFAULT_IMPORT_MEGABYTES } from "#contract/quotas.ts";
import { jobTable } from "#server/app/jobTable.ts";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startJobQueue } from "#server/platform/jobs/startJobQueue.ts";
import { continueImport } from "./continueImport.ts";
import { IMPORT_TASK, resumeImports, runImport } from "./runImport.ts";

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
  const fromFile = async () => {
    const { payload, headers } = multipartOf(
      { name: "source", content: "csv" },
      { name: "file", filename: "feedback.csv", type: "text/csv", content: "title\nAn idea\n" },
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

test("a job fetches pages of Canny for a second, and the next job fetches no page again", async () => {
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
    // The time of a job ends with its first page.
    await portal.sql("select pg_sleep(1)");
    return reply;
  };
  const { database } = portal;
  const work = { database, fetch, megabytes: DEFAULT_IMPORT_MEGABYTES };
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

test("a file whose reading takes long is read again in a queue of long imports, so that long readings take up one slot", async () => {
  const { key, read } = await (await importer()).fromFile();
  const { database } = portal;
  const work = { database, megabytes: DEFAULT_IMPORT_MEGABYTES, readMs: -1 };
  const queued: unknown[] = [];
  const run = () =>
    runImport(
      {
        continueImport: (next) => continueImport(work, next),
        changes: localFeed(),
        enqueue: async (_key, step) => void queued.push(step),
      },
      key,
    );
  await run();
  expect(queued).toMatchObject([{ isLong: true }]);
  expect(await read()).toMatchObject({ state: "reading" });
  await run();
  expect(queued).toHaveLength(1);
  expect(await read()).toMatchObject({ state: "uploaded", columns: [{ samples: ["An idea"] }] });
});
