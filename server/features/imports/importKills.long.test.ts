import { DEFAULT_IMPORT_MEGABYTES } from "#contract/quotas.ts";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { fiderBackup } from "#server/checks/fixtures/imports/fiderBackup.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";
import type { ImportKey } from "./importKey.ts";
import { resumeImports, runImport } from "./runImport.ts";
import { continueImport } from "./continueImport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** The number of times that the test cuts the active connections, in all its imports together. */
const KILLS = 20;

/**
 * Cuts all connections that run a statement or have an open transaction, as if their process had
 * been killed. Returns the number of connections.
 */
const cutConnections = async () =>
  (
    await portal.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and state in ('active', 'idle in transaction')`,
    )
  ).length;

interface Killing {
  left: number;
}

/**
 * Repeats the import's job until `isDone` returns true, and meanwhile cuts the job's connections.
 */
async function workWithKills(
  key: { companyId: number; importId: number },
  isDone: () => Promise<boolean>,
  killing: Killing,
): Promise<void> {
  const { database } = portal;
  const job = {
    continueImport: (unfinished: ImportKey) =>
      continueImport({ database, megabytes: DEFAULT_IMPORT_MEGABYTES }, unfinished),
    changes: localFeed(),
    enqueue: async () => undefined,
  };
  const work = new AbortController();
  const cut = async () => {
    while (!work.signal.aborted && killing.left > 0) {
      await pause(Math.random() * 20);
      if ((await cutConnections()) > 0) killing.left -= 1;
    }
  };
  const cutting = cut();
  while (!(await isDone().catch(() => false))) await runImport(job, key).catch(() => undefined);
  work.abort();
  await cutting;
}

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  return { company, board, admin };
}

/** The data that an import has written, without ids and times, which differ between runs. */
async function writtenBy({ id }: TestCompany) {
  const titles = await portal.sql(
    `select title, status, votes, comments_count, state, close_note from feedback_item
     where company_id = $1 order by title`,
    [id],
  );
  const counts = await portal.sql(
    `select (select count(*) from user_vote where company_id = $1) as votes,
       (select count(*) from comment where company_id = $1) as comments,
       (select count(*) from follow where company_id = $1) as follows,
       (select count(*) from status_change where company_id = $1) as changes,
       (select count(*) from imported_person where company_id = $1) as people,
       (select count(*) from user_account where home_company_id = $1) as accounts`,
    [id],
  );
  return { titles, counts };
}

test("an import whose process is killed at any point writes each record exactly once, and the undo of the import removes each record exactly once", async () => {
  const content = await fiderBackup();
  const run = async (killing: Killing) => {
    const { company, board, admin } = await scene();
    const before = await writtenBy(company);
    const { payload, headers } = multipartOf(
      { name: "source", content: "fider" },
      { name: "file", filename: "backup.zip", type: "application/zip", content },
    );
    const { body } = await admin.post("/api/imports", payload, headers);
    const path = `/api/imports/${String(body.id)}`;
    const key = { companyId: company.id, importId: Number(body.id) };
    const until = (state: string) => async () => (await admin.get(path)).body.state === state;
    await workWithKills(key, until("uploaded"), killing);
    await admin.patch(path, { boardId: board.id });
    for (const [verb, state] of [
      ["dry-run", "checked"],
      ["run", "done"],
    ] as const) {
      expect((await admin.post(`${path}/${verb}`)).status).toBe(200);
      await workWithKills(key, until(state), killing);
    }
    const after = await writtenBy(company);
    expect((await admin.post(`${path}/undo`)).status).toBe(200);
    await workWithKills(key, until("undone"), killing);
    expect(await writtenBy(company)).toEqual(before);
    return after;
  };
  const killing = { left: KILLS };
  const expected = await run({ left: 0 });
  expect(expected.titles.length).toBeGreaterThan(3);
  while (killing.left > 0) expect(await run(killing)).toEqual(expected);
  expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
});

test("an import is not started again while its process waits for the other product for more than a minute", async () => {
  const { company, admin } = await scene();
  const { body } = await admin.post("/api/imports/canny", { apiKey: CANNY_KEY });
  const { database } = portal;
  const key = { companyId: company.id, importId: Number(body.id) };
  const server = await cannyServer();
  onTestFinished(server.close);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const overdue = async () => {
    const keys: ImportKey[] = [];
    await resumeImports({ database, enqueue: async (found) => void keys.push(found) });
    return keys;
  };
  let hasWaited = false;
  const fetch: typeof server.fetch = async (...request) => {
    if (!hasWaited) {
      hasWaited = true;
      await portal.sql("update import_run set worked_at = now() - interval '2 minutes'");
      expect(await overdue()).toEqual([key]);
      vi.advanceTimersByTime(60_000);
      while ((await overdue()).length > 0) await pause(10);
    }
    return server.fetch(...request);
  };
  const work = { database, fetch, megabytes: DEFAULT_IMPORT_MEGABYTES };
  while ((await continueImport(work, key)).isLeft);
  expect((await admin.get(`/api/imports/${String(body.id)}`)).body.state).toBe("uploaded");
});
