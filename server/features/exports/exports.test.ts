import { beforeAll, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import { readZip } from "#server/checks/fixtures/readZip.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ExportKey } from "./exportKey.ts";
import { deleteStaleExports } from "./deleteStaleExports.ts";
import { resumeExports, runExport } from "./runExport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Creates a company with an admin and an item that has `votes` votes. */
async function scene(votes = 0) {
  const { company, item } = await itemScene(portal);
  await portal.sql(
    `with voter as (
       insert into user_account (username, password_hash)
       select format('voter-%s-%s@example.com', $1::bigint, n), 'none'
       from generate_series(1, $3::integer) n
       returning id
     )
     insert into user_vote (company_id, feedback_id, user_id) select $1, $2, id from voter`,
    [company.id, item.id, votes],
  );
  const admin = await portal.user("company_admin", company);
  const visitor = portal.visitor(company.host, admin);
  const start = async () => {
    const { status, body } = await visitor.post("/api/exports");
    expect(status).toBe(201);
    return { companyId: company.id, exportId: Number(body.id) };
  };
  const path = ({ exportId }: ExportKey) => `/api/exports/${String(exportId)}`;
  return {
    company,
    admin,
    visitor,
    start,
    path,
    read: async (key: ExportKey) => (await visitor.get(path(key))).body,
    votesIn: async (key: ExportKey) => {
      const { rawPayload } = await portal.app.inject({
        url: `${path(key)}/file`,
        headers: { host: company.host, cookie: admin.cookie },
      });
      const files = await readZip(rawPayload);
      return files.get("data/votes.jsonl")?.toString().split("\n").slice(0, -1) ?? [];
    },
  };
}

const logger = { warn: () => undefined };

test("an export contains each vote once, even if the export is stopped after each slice of rows and two jobs work on the export at once", async () => {
  const { start, read, votesIn } = await scene(12_000);
  const key = await start();
  const { database } = portal;
  const signal = AbortSignal.abort();
  const work = { database, logger, signal, enqueue: () => Promise.resolve() };
  const progress: number[] = [];
  for (let run = 0; (await read(key)).state === "running"; run += 1) {
    expect(run).toBeLessThan(100);
    await Promise.all([runExport(work, key), runExport(work, key)]);
    progress.push((await read(key)).rowsDone);
  }
  expect(progress).toContain(5_000);
  expect(await read(key)).toMatchObject({ state: "ready", problem: null, rowsDone: 24_004 });
  const votes = await votesIn(key);
  expect(votes).toHaveLength(12_000);
  expect(new Set(votes).size).toBe(12_000);
});

test("an export whose process was killed is continued after a minute", async () => {
  const { start, read, visitor, company } = await scene();
  const key = await start();
  await portal.sql("delete from graphile_worker._private_jobs");
  const overdue = async () => {
    const found: ExportKey[] = [];
    await resumeExports({
      database: portal.database,
      enqueue: (next) => Promise.resolve(found.push(next)),
    });
    return found;
  };
  expect(await overdue()).toEqual([]);
  await portal.sql("update export set updated_at = now() - interval '2 minutes' where id = $1", [
    key.exportId,
  ]);
  expect(await overdue()).toEqual([key]);
  await runExport({ database: portal.database, logger, enqueue: () => Promise.resolve() }, key);
  expect((await read(key)).state).toBe("ready");
  expect((await visitor.get("/api/exports")).body).toMatchObject([{ id: key.exportId }]);
  expect(await auditOf(portal, company)).toMatchObject([{ action: "export.create" }]);
});

test("a company can run one export at a time, and when an export starts, only the three newest finished exports remain available", async () => {
  const { start, visitor, path } = await scene();
  const first = await start();
  const second = await visitor.post("/api/exports");
  expect([second.status, second.body.message]).toEqual([
    409,
    "An export is already running. Wait until it is finished.",
  ]);
  expect((await visitor.get(`${path(first)}/file`)).status).toBe(409);
  await runJobs(portal);
  for (let more = 0; more < 4; more += 1) {
    await start();
    await runJobs(portal);
  }
  // The list contains the last export and the three exports that were the newest when the last
  // export was started.
  expect((await visitor.get("/api/exports")).body).toHaveLength(4);
  expect((await visitor.get(`${path(first)}/file`)).status).toBe(404);
});

test("for a day, an export can be downloaded by users who are admins of its company at the time of the download", async () => {
  const { company, admin, start, visitor, path, read } = await scene();
  const key = await start();
  await runJobs(portal);
  const { createdAt, expiresAt } = await read(key);
  const hours = (Date.parse(expiresAt as string) - Date.parse(createdAt as string)) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(24);
  expect(hours).toBeLessThan(25);
  const file = `${path(key)}/file`;
  const downloaded = await visitor.get(file);
  expect([downloaded.status, downloaded.headers["content-type"]]).toEqual([200, "application/zip"]);
  expect(await auditOf(portal, company)).toMatchObject([
    { action: "export.create", actor: admin.username },
    { action: "export.download", actor: admin.username },
  ]);
  await portal.sql("update user_account set role = 'user' where id = $1", [admin.id]);
  expect((await visitor.get(file)).status).toBe(403);
  await portal.sql("update user_account set role = 'company_admin' where id = $1", [admin.id]);
  await portal.sql("update export set expires_at = now() - interval '1 second' where id = $1", [
    key.exportId,
  ]);
  expect((await visitor.get(file)).status).toBe(404);
  expect((await visitor.get("/api/exports")).body).toEqual([]);
  await deleteStaleExports(portal.database.system);
  for (const table of ["export", "export_part", "export_person"])
    expect(await portal.sql(`select from ${table} where company_id = $1`, [company.id])).toEqual(
      [],
    );
});

test("an export that is too large or fails repeatedly shows the reason and has no file, and the company can start another export", async () => {
  const { start, read } = await scene(100);
  const large = await start();
  const work = { database: portal.database, logger, enqueue: () => Promise.resolve() };
  await runExport({ ...work, maxBytes: 500 }, large);
  expect(await read(large)).toMatchObject({
    state: "failed",
    problem: expect.stringMatching(/^The export is larger than 2 GB\./) as unknown,
    size: 0,
  });
  const failing = await start();
  await portal.sql("update export set progress = '{}' where id = $1", [failing.exportId]);
  for (let attempt = 1; attempt < 5; attempt += 1)
    await expect(runExport(work, failing)).rejects.toThrow();
  await runExport(work, failing);
  expect(await read(failing)).toMatchObject({
    state: "failed",
    problem: expect.stringMatching(/^The export failed\./) as unknown,
  });
  await deleteStaleExports(portal.database.system);
  expect(
    await portal.sql("select from export_part where export_id = $1", [large.exportId]),
  ).toEqual([]);
  expect((await read(large)).state).toBe("failed");
  await start();
});
