import { Secret, TOTP } from "otpauth";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { createHandOff } from "#server/checks/fixtures/handOff.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.sql("create sequence hindrance");
});
beforeEach(async () => {
  await portal.sql("delete from throttle");
  await portal.site({ allowPublicRegistration: true });
});
afterEach(async () => {
  await portal.sql("drop function if exists hinder() cascade");
});

/**
 * Installs a deferred trigger that runs `doing` at the commit of every transaction that signs a
 * user in. The commit is the last point at which the transaction can fail.
 */
async function atCommit(doing: string): Promise<void> {
  await portal.sql("alter sequence hindrance restart");
  await portal.sql(`create function hinder() returns trigger language plpgsql security definer as
    $$ begin ${doing} return null; end $$`);
  await portal.sql(`create constraint trigger hindrance after insert or update on known_device
    deferrable initially deferred for each row execute function hinder()`);
}

const CONNECTION_GOES = "perform pg_terminate_backend(pg_backend_pid());";
const FIRST_IS_A_DEADLOCK =
  "if nextval('hindrance') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;";

const cookiesOf = ({ headers }: Reply): string[] =>
  [headers["set-cookie"] ?? []].flat().map(String);

interface SignIn {
  call: () => Promise<Reply>;
  /** The host on which the request signs the user in. */
  host: string;
}

/**
 * Every kind of request that signs a user in. Each function prepares a request, and the returned
 * `call` sends the request.
 */
const SIGN_INS: Record<string, () => Promise<SignIn>> = {
  "a login": async () => {
    const { username } = await portal.user("user");
    const credentials = { username, password: TEST_PASSWORD };
    return {
      call: () => portal.visitor("localhost").post("/api/login", credentials),
      host: "localhost",
    };
  },
  "a new password": async () => {
    const visitor = portal.visitor("localhost", await portal.user("user"));
    const passwords = { currentPassword: TEST_PASSWORD, newPassword: "a password of my own" };
    return { call: () => visitor.post("/api/user/password", passwords), host: "localhost" };
  },
  "a second factor": async () => {
    const visitor = portal.visitor("localhost", await portal.user("user"));
    const setup = await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD });
    const totp = new TOTP({ secret: Secret.fromBase32(setup.body.secret) });
    return {
      call: () => visitor.post("/api/user/mfa/confirm", { code: totp.generate() }),
      host: "localhost",
    };
  },
  "a registration": async () => {
    const company = await portal.company();
    const person = { username: `new-${company.subdomain}@example.com`, fullName: "New Person" };
    const visitor = portal.visitor(company.host);
    return {
      call: () => visitor.post("/api/register", { ...person, password: TEST_PASSWORD }),
      host: company.host,
    };
  },
  "a hand-off": async () => {
    const company = await portal.company();
    const user = await portal.user("user", company);
    const { path, cookie } = await createHandOff(portal, company, user);
    return { call: () => portal.visitor(company.host, { cookie }).get(path), host: company.host };
  },
};

describe.each(Object.entries(SIGN_INS))("sign-in by %s", (_what, ready) => {
  test("a sign-in that fails at commit leaves the browser's cookies unchanged and can be repeated", async () => {
    const { call, host } = await ready();
    await atCommit(CONNECTION_GOES);
    const lost = await call();
    expect([lost.status, cookiesOf(lost)]).toEqual([503, []]);
    await portal.sql("drop function hinder() cascade");
    const again = await call();
    expect(again.status).toBeLessThan(400);
    expect((await portal.visitor(host, cookieOf(again)).get("/api/user")).status).toBe(200);
  });

  test("a sign-in whose transaction is retried sets each cookie once, with the stored token", async () => {
    const { call, host } = await ready();
    await atCommit(FIRST_IS_A_DEADLOCK);
    const reply = await call();
    expect(reply.status).toBeLessThan(400);
    expect(cookiesOf(reply).map((cookie) => cookie.split("=")[0])).toEqual([
      "hearback_session",
      "hearback_device",
    ]);
    expect((await portal.visitor(host, cookieOf(reply)).get("/api/user")).status).toBe(200);
  });
});
