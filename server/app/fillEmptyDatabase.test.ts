import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { buildApp } from "./buildApp.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { DEMO_PASSWORD } from "#server/operations/demo/seedDemo.ts";
import { hashPassword } from "#server/features/auth/password.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { visitorOf } from "#server/checks/fixtures/testPortal.ts";
import type { Filled } from "./fillEmptyDatabase.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { fillEmptyDatabase } from "./fillEmptyDatabase.ts";
import { lockSetup } from "./setup.queries.ts";

/** Creates a new installation that several processes can start. */
async function firstStart(
  environment: Record<string, string> = {},
  { isEmbedded = false, timeLimit = 15_000 } = {},
) {
  const { connectionString, sql, drop } = await createTestDatabase();
  onTestFinished(drop);
  const config = loadConfig({ LOG_LEVEL: "silent", ...environment });
  const connect = () => {
    const database = openDatabase({
      connectionString,
      poolSize: 2,
      timeLimit,
      onIdleError: () => undefined,
    });
    onTestFinished(() => database.close());
    return database;
  };
  const fill = () => fillEmptyDatabase(connect().system, { config, isEmbedded });
  const logIn = async (username: string, password: string) => {
    const app = await buildApp({
      config,
      database: connect(),
      changes: localFeed(),
      logger: pino({ level: "silent" }),
    });
    onTestFinished(() => app.close());
    return visitorOf(app, "localhost", undefined).post("/api/login", { username, password });
  };
  const count = async (table: string) => (await sql(`select 1 from ${table}`)).length;
  return { fill, connect, logIn, count, sql };
}

describe("the first start on an empty database", () => {
  test("the first start creates one super admin and returns the super admin's random password once", async () => {
    const { fill, logIn, count } = await firstStart();
    const filled = await fill();
    expect(filled.hasDemo).toBe(false);
    expect(filled.newSuperAdmin?.username).toBe("admin@example.com");
    const password = filled.newSuperAdmin?.password ?? "";
    expect(password.length).toBeGreaterThanOrEqual(16);
    const reply = await logIn("admin@example.com", password);
    expect(reply).toMatchObject({ status: 200, body: { role: "super_admin", companyId: null } });
    expect(reply.body.confirmedAt).toEqual(expect.any(String));
    expect(await count("user_account")).toBe(1);
    expect(await count("company")).toBe(0);
    expect(await fill()).toEqual({ hasDemo: false, newSuperAdmin: null });
  });

  test("each installation gets its own random password", async () => {
    const [one, other] = await Promise.all([firstStart(), firstStart()]);
    const [first, second] = await Promise.all([one.fill(), other.fill()]);
    expect(first.newSuperAdmin?.password).not.toBe(second.newSuperAdmin?.password);
  });

  test("the super admin gets the configured e-mail address and password, and the start returns no password", async () => {
    const settings = {
      SUPER_ADMIN_EMAIL: "Boss@Example.org",
      SUPER_ADMIN_PASSWORD: "a password of my own",
    };
    const { fill, logIn } = await firstStart(settings);
    expect(await fill()).toEqual({ hasDemo: false, newSuperAdmin: null });
    expect((await logIn("boss@example.org", "a password of my own")).body).toMatchObject({
      role: "super_admin",
    });
    expect((await logIn("admin@example.com", "a password of my own")).status).toBe(401);
  });

  test("the super admin gets a generated password if only the e-mail address is configured", async () => {
    const { fill, logIn } = await firstStart({ SUPER_ADMIN_EMAIL: "boss@example.org" });
    const { newSuperAdmin } = await fill();
    expect(newSuperAdmin?.username).toBe("boss@example.org");
    expect((await logIn("boss@example.org", newSuperAdmin?.password ?? "")).status).toBe(200);
  });

  test("the super admin gets the default e-mail address if only the password is configured", async () => {
    const { fill, logIn } = await firstStart({ SUPER_ADMIN_PASSWORD: "a password of my own" });
    expect((await fill()).newSuperAdmin).toBeNull();
    expect((await logIn("admin@example.com", "a password of my own")).status).toBe(200);
  });

  test("eight processes that start at the same time fill the database only once", async () => {
    const { fill, count } = await firstStart();
    const filled = await Promise.all(Array.from({ length: 8 }, fill));
    expect(filled.filter(({ newSuperAdmin }) => newSuperAdmin !== null)).toHaveLength(1);
    expect(await count("user_account")).toBe(1);
  });

  test("a process waits longer than the statement timeout while another process fills the database", async () => {
    const timeLimit = 300;
    const { fill, connect, count, sql } = await firstStart({}, { timeLimit });
    const isLocked = Promise.withResolvers<void>();
    const isOverdue = Promise.withResolvers<void>();
    const first = connect().system.transaction(async (db) => {
      await db.all(lockSetup, {});
      isLocked.resolve();
      await isOverdue.promise;
    });
    await isLocked.promise;
    const filling = fill();
    await vi.waitUntil(
      async () => {
        const waiting = await sql(
          `select from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock'
             and clock_timestamp() - query_start > make_interval(secs => $1)`,
          [(3 * timeLimit) / 1000],
        );
        return waiting.length > 0;
      },
      { timeout: 20_000 },
    );
    isOverdue.resolve();
    const [filled] = await Promise.all([filling, first]);
    expect(filled.newSuperAdmin?.username).toBe("admin@example.com");
    expect(await count("user_account")).toBe(1);
  });

  test("a start does not change a database that has accounts", async () => {
    const { fill, count, sql } = await firstStart({
      DEMO: "1",
      SUPER_ADMIN_EMAIL: "boss@example.org",
    });
    await sql(
      "insert into user_account (username, password_hash) values ('someone@example.org', 'x')",
    );
    expect(await fill()).toEqual({ hasDemo: false, newSuperAdmin: null });
    expect(await count("user_account")).toBe(1);
    expect(await count("company")).toBe(0);
  });
});

describe("the demo data", () => {
  const OWN = "a demo password of our own";
  const hasDemo = async (environment: Record<string, string>, isEmbedded: boolean) => {
    const { fill, count } = await firstStart(environment, { isEmbedded });
    const filled: Filled = await fill();
    expect(await count("company")).toBe(filled.hasDemo ? 2 : 0);
    return filled.hasDemo;
  };

  // With DEMO=1 the other tests get the demo data in a database that is not embedded.
  test("only an embedded database gets the demo data by default, and DEMO overrides this default", async () => {
    expect(await hasDemo({}, true)).toBe(true);
    expect(await hasDemo({ DEMO: "0" }, true)).toBe(false);
    expect(await hasDemo({}, false)).toBe(false);
  });

  test("an embedded database gets no demo data by default if other machines can reach the portal", async () => {
    expect(await hasDemo({ HOST: "0.0.0.0" }, true)).toBe(false);
    expect(await hasDemo({ BASE_DOMAIN: "feedback.example" }, true)).toBe(false);
  });

  test("the demo accounts get the configured password instead of the published password", async () => {
    const { fill, logIn } = await firstStart({ DEMO: "1", DEMO_PASSWORD: OWN, HOST: "0.0.0.0" });
    expect(await fill()).toEqual({ hasDemo: true, newSuperAdmin: null });
    for (const username of ["super@example.com", "admin@acme.example"]) {
      expect((await logIn(username, OWN)).status).toBe(200);
      expect((await logIn(username, DEMO_PASSWORD)).status).toBe(401);
    }
  });

  test("a portal that other machines can reach starts only after DEMO_PASSWORD has replaced the published demo passwords", async () => {
    const { fill, connect, logIn, sql } = await firstStart({ DEMO: "1" });
    await fill();
    expect((await logIn("super@example.com", DEMO_PASSWORD)).status).toBe(200);
    const chosen = await hashPassword("a password that somebody chose");
    await sql("update user_account set password_hash = $1 where username = $2", [
      chosen,
      "admin@acme.example",
    ]);
    const start = (environment: Record<string, string>) =>
      fillEmptyDatabase(connect().system, {
        config: loadConfig({ LOG_LEVEL: "silent", ...environment }),
        isEmbedded: true,
      });
    await expect(start({ BASE_DOMAIN: "feedback.example" })).rejects.toThrow(
      /^The demo account super@example\.com has the published password\. Set DEMO_PASSWORD, [^\n]+$/,
    );
    await expect(start({ BASE_DOMAIN: "feedback.example", DEMO_PASSWORD })).rejects.toThrow(
      /^DEMO_PASSWORD must not be demo-password, which is published\.$/,
    );
    await start({ BASE_DOMAIN: "feedback.example", DEMO_PASSWORD: OWN });
    expect(await sql("select 1 from session")).toEqual([]);
    expect((await logIn("customer@globex.example", OWN)).status).toBe(200);
    expect((await logIn("customer@globex.example", DEMO_PASSWORD)).status).toBe(401);
    expect(await sql("select 1 from user_account where password_hash = $1", [chosen])).toHaveLength(
      1,
    );
    await start({ BASE_DOMAIN: "feedback.example" });
  });

  test("eight processes that start at the same time create the demo data only once", async () => {
    const { fill, count, sql } = await firstStart({ DEMO: "1" });
    const filled = await Promise.all(Array.from({ length: 8 }, fill));
    expect(filled).toEqual(filled.map(() => ({ hasDemo: true, newSuperAdmin: null })));
    expect(await count("company")).toBe(2);
    expect(await sql("select 1 from user_account where role = 'super_admin'")).toHaveLength(1);
  });

  test("the configured super admin is created in addition to the demo accounts", async () => {
    const settings = {
      DEMO: "1",
      SUPER_ADMIN_EMAIL: "boss@example.org",
      SUPER_ADMIN_PASSWORD: "a password of my own",
    };
    const { fill, logIn } = await firstStart(settings);
    await fill();
    expect((await logIn("boss@example.org", "a password of my own")).body).toMatchObject({
      role: "super_admin",
    });
    expect((await logIn("super@example.com", DEMO_PASSWORD)).status).toBe(200);
  });

  test("a super admin who is configured with a demo account's e-mail address gets the configured password, not the published password", async () => {
    const settings = {
      DEMO: "1",
      SUPER_ADMIN_EMAIL: "super@example.com",
      SUPER_ADMIN_PASSWORD: "a password of my own",
    };
    const { fill, logIn } = await firstStart(settings);
    await fill();
    expect((await logIn("super@example.com", DEMO_PASSWORD)).status).toBe(401);
    expect((await logIn("super@example.com", "a password of my own")).status).toBe(200);
  });
});
