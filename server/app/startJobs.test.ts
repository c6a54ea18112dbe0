import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { AccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { insertImport } from "#server/checks/fixtures/insertImport.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startJobs } from "./startJobs.ts";

let names: NameServer;
let portal: TestPortal;
beforeAll(async () => {
  names = await startNameServer();
  portal = await startTestPortal({ DNS_SERVERS: names.address });
});
afterAll(() => names.close());

/**
 * Claims custom domains whose first check takes long, because the name server does not respond
 * until the test ends.
 */
async function claimDomains(count: number): Promise<void> {
  names.isSilent = true;
  onTestFinished(() => void (names.isSilent = false));
  for (let n = 0; n < count; n += 1) {
    const { id, host } = await portal.company();
    const domain = `late${String(id)}.example.org`;
    await portal.sql("update company set custom_domain = $2 where id = $1", [id, domain]);
    names.aliases.set(domain, host);
  }
}

/**
 * The jobs in the queue, except those that the schedule adds every minute and that run for a minute, so that
 * a test can wait until no job is left.
 */
const JOBS = `(select * from graphile_worker.jobs where task_identifier not in ('deliverMails', 'deliverWebhooks')) job`;

/** Starts the job queue of one process and returns a function that stops the queue. */
async function start(environment: Record<string, string> = {}): Promise<() => Promise<void>> {
  const { connectionString, database } = portal;
  const config = { ...portal.config, ...environment };
  const changes = openChangeFeed({ connectionString, onError: () => undefined });
  onTestFinished(() => changes.close());
  return startJobs({
    connectionString,
    database,
    config,
    changes,
    logger: pino({ level: "silent" }),
    onConnectionLost: () => undefined,
  });
}

/** Enqueues a job as the schedule would, and waits until the job is done. */
async function run(job: string): Promise<void> {
  await portal.sql("select graphile_worker.add_job($1, job_key := 'now')", [job]);
  await vi.waitFor(async () => expect(await portal.sql(`select 1 from ${JOBS}`)).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  });
}

const connections = () =>
  portal.sql(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'hearback jobs'",
  );

describe("the job queue of a portal", () => {
  test("the clean-up job deletes expired sessions, hand-offs and rate limit counters, and keeps those that have not expired", async () => {
    const stop = await start();
    const company = await portal.company();
    const [user, deleted] = [
      await portal.user("user", company),
      await portal.user("user", company),
    ];
    await portal.sql(
      "update session set expires_at = now() - interval '1 minute' where user_id = $1",
      [deleted.id],
    );
    for (const age of ["-1 minute", "1 minute"]) {
      await portal.sql(
        "insert into handoff (code_hash, session_id, target_company_id, expires_at) select $1::bytea, id, $3::bigint, now() + $4::interval from session where user_id = $2",
        [randomBytes(32), user.id, company.id, age],
      );
    }
    await portal.sql(
      "insert into throttle (key, hits, window_started_at) values ('old', 1, now() - interval '25 hours'), ('new', 1, now() - interval '23 hours')",
    );
    await run("cleanUp");
    await stop();
    expect(await portal.sql("select user_id::int from session")).toEqual([{ user_id: user.id }]);
    expect(await portal.sql("select expires_at > now() as good from handoff")).toEqual([
      { good: true },
    ]);
    expect(await portal.sql("select key from throttle where key in ('old', 'new')")).toEqual([
      { key: "new" },
    ]);
    expect((await portal.visitor(company.host, user).get("/api/user")).status).toBe(200);
  });

  test("the job recheckDomains verifies a custom domain", async () => {
    const stop = await start();
    const company = await portal.company();
    await portal.sql("update company set custom_domain = 'jobs.example.org' where id = $1", [
      company.id,
    ]);
    names.aliases.set("jobs.example.org", company.host);
    expect((await portal.visitor("jobs.example.org").get("/api/portal")).status).toBe(404);
    await run("recheckDomains");
    await stop();
    expect((await portal.visitor("jobs.example.org").get("/api/portal")).body.company.name).toBe(
      company.name,
    );
  });

  test("jobs run while several processes run the queue, and continue to run when only one process is left", async () => {
    const stops = await Promise.all([start(), start(), start()]);
    for (const stop of stops.slice(1)) {
      await run("cleanUp");
      await stop();
    }
    await portal.sql(
      "insert into throttle (key, hits, window_started_at) values ('alone', 1, '2020-01-01')",
    );
    await run("cleanUp");
    expect(await portal.sql("select 1 from throttle where key = 'alone'")).toEqual([]);
    await stops[0]?.();
  });

  test("another job runs while the maximum number of concurrent imports waits for a lock", async () => {
    const imports: { companyId: number; importId: number }[] = [];
    for (let n = 0; n < 4; n += 1) {
      const company = await portal.company();
      const { id } = await insertImport(portal, company, "uploaded");
      imports.push({ companyId: company.id, importId: id });
    }
    const other = new pg.Client({ connectionString: portal.connectionString });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("begin; lock table import_run");
    await portal.sql(
      "select graphile_worker.add_job('runImport', payload) from json_array_elements($1) payload",
      [JSON.stringify(imports)],
    );
    const stop = await start();
    onTestFinished(stop);
    const running = `select 1 from ${JOBS} where task_identifier = 'runImport' and locked_at is not null`;
    await vi.waitFor(async () => expect(await portal.sql(running)).toHaveLength(4), 20_000);
    await portal.sql(
      "insert into throttle (key, hits, window_started_at) values ('beside', 1, '2020-01-01')",
    );
    await portal.sql("select graphile_worker.add_job('cleanUp')");
    const old = "select 1 from throttle where key = 'beside'";
    await vi.waitFor(async () => expect(await portal.sql(old)).toEqual([]), 20_000);
    await other.query("delete from graphile_worker._private_jobs; commit");
  });

  test("a stopped queue has no open connection and no locked job, and can start again", async () => {
    for (let round = 0; round < 2; round += 1) {
      const stop = await start();
      expect((await connections()).length).toBeGreaterThan(0);
      await run("cleanUp");
      await stop();
      await vi.waitFor(async () => expect(await connections()).toEqual([]), {
        timeout: 20_000,
        interval: 25,
      });
      expect(await portal.sql(`select 1 from ${JOBS} where locked_at is not null`)).toEqual([]);
    }
  });

  test("stopping the queue aborts long jobs, and the next process runs these jobs", async () => {
    // Neither the mail server nor the name server responds, so that both jobs take long.
    const mails = createServer().listen(0, "127.0.0.1");
    await once(mails, "listening");
    const sockets: Socket[] = [];
    mails.on("connection", (socket) => sockets.push(socket));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      mails.close();
    });
    await claimDomains(30);
    const { port } = mails.address() as AddressInfo;
    const stop = await start({ smtpUrl: `smtp://127.0.0.1:${String(port)}` });
    const notice: AccountNotice = {
      username: "someone@example.com",
      fullName: null,
      isConfirmed: true,
      event: "mfaOn",
      at: new Date().toISOString(),
      portalName: "Portal",
      origin: "http://localhost",
    };
    const queriesBefore = names.questions;
    await portal.sql("select graphile_worker.add_job('recheckDomains')");
    await portal.sql("select graphile_worker.add_job('sendAccountNotice', $1)", [
      JSON.stringify(notice),
    ]);
    await vi.waitUntil(() => names.questions > queriesBefore && sockets.length > 0, {
      timeout: 30_000,
    });
    await stop();
    expect(
      await portal.sql(`select task_identifier, attempts, locked_at from ${JOBS} order by 1`),
    ).toEqual([
      { task_identifier: "recheckDomains", attempts: 1, locked_at: null },
      { task_identifier: "sendAccountNotice", attempts: 1, locked_at: null },
    ]);
    const checkedDomains =
      "select 1 from company where custom_domain like 'late%' and custom_domain_checked_at is not null";
    expect(await portal.sql(checkedDomains)).toEqual([]);
    names.isSilent = false;
    const stopNext = await start();
    await portal.sql("update graphile_worker._private_jobs set run_at = now()");
    await vi.waitFor(async () => expect(await portal.sql(`select 1 from ${JOBS}`)).toEqual([]), {
      timeout: 30_000,
      interval: 50,
    });
    await stopNext();
    const verifiedDomains =
      "select 1 from company where custom_domain like 'late%' and custom_domain_verified_at is not null";
    expect(await portal.sql(verifiedDomains)).toHaveLength(30);
  }, 60_000);

  test("the queue stops within 9 seconds although the database cannot store the results of jobs", async () => {
    await claimDomains(1);
    const stop = await start();
    const queriesBefore = names.questions;
    await portal.sql("select graphile_worker.add_job('recheckDomains')");
    await vi.waitUntil(() => names.questions > queriesBefore, { timeout: 30_000 });
    const other = new pg.Client({ connectionString: portal.connectionString });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("begin; lock table graphile_worker._private_jobs in access exclusive mode");
    const stopRequestedAt = performance.now();
    await stop();
    expect(performance.now() - stopRequestedAt).toBeLessThan(9_000);
    await other.query("delete from graphile_worker._private_jobs; commit");
  }, 60_000);

  test("stopping the queue lets a short running job finish", async () => {
    const stop = await start();
    await run("cleanUp");
    await portal.sql(
      "insert into throttle (key, hits, window_started_at) values ('last', 1, '2020-01-01')",
    );
    await portal.sql("select graphile_worker.add_job('cleanUp')");
    await vi.waitFor(
      async () => {
        expect(await portal.sql(`select 1 from ${JOBS} where locked_at is null`)).toEqual([]);
      },
      { timeout: 20_000, interval: 5 },
    );
    await stop();
    expect(await portal.sql("select 1 from throttle where key = 'last'")).toEqual([]);
    expect(await portal.sql(`select 1 from ${JOBS}`)).toEqual([]);
  });
});
