import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const NEW = "a password of my own";

const ask = (username: string, host = "localhost") =>
  portal.visitor(host).post("/api/password-reset", { username });

const confirm = (token: unknown, newPassword: unknown = NEW): Promise<Reply> =>
  portal.visitor("localhost").post("/api/password-reset/confirm", { token, newPassword });

const logIn = ({ username }: { username: string }, password: string) =>
  portal.visitor("localhost").post("/api/login", { username, password });

const linkIn = (text = "") => /https?:\/\/\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? "";
const tokenIn = (text = "") => new URL(linkIn(text)).searchParams.get("token") ?? "";

/** Requests a reset link and returns the token that is mailed to the user. */
async function tokenFor({ username }: TestUser): Promise<string> {
  await ask(username);
  // The queue can also contain mails about earlier changes.
  const mail = (await runJobs(portal)).find(({ text }) => linkIn(text) !== "");
  return tokenIn(mail?.text);
}

describe("requesting a reset link", () => {
  test("a reset link is mailed to the account's address, and the mail contains the name of the portal on which the link was requested", async () => {
    const company = await portal.company("Acme\r\nBcc: everyone@example.com");
    const user = await portal.user("user", company);
    const reply = await portal
      .visitor(`${company.host}:3000`)
      .post("/api/password-reset", { username: ` ${user.username.toUpperCase()}` });
    expect(reply.status).toBe(200);
    const mails = await runJobs(portal);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [user.username, "Choose a new password for Acme Bcc: everyone@example.com"],
    ]);
    expect(mails[0]?.text).toContain(`Hello ${user.fullName},`);
    expect(linkIn(mails[0]?.text)).toMatch(
      new RegExp(`^http://${company.host}:3000/reset-password\\?token=[A-Za-z0-9_-]{43}$`),
    );
  });

  test("a request for an unknown e-mail address or an inactive account gets the same response as for an active account, and no mail is sent", async () => {
    const user = await portal.user("user");
    const closed = await portal.user("user");
    await portal.sql("update user_account set is_active = false where id = $1", [closed.id]);
    const replies = await Promise.all(
      [user.username, closed.username, "nobody@example.com", "no address at all"].map((name) =>
        ask(name),
      ),
    );
    expect(new Set(replies.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    expect(replies[0]?.body).toEqual({
      message: "If there is an account with this address, a mail with a link is on its way.",
    });
    expect(new Set(replies.map(({ headers }) => Object.keys(headers).toSorted().join())).size).toBe(
      1,
    );
    expect((await runJobs(portal)).map(({ to }) => to)).toEqual([user.username]);
  });

  test("a request for a reset link does the same work before the response for known and unknown e-mail addresses", async () => {
    const user = await portal.user("user");
    for (const username of [user.username, "nobody@example.com"]) {
      await ask(username);
      const [queued] = await portal.sql<{ jobs: number; tokens: number }>(
        `select (select count(*)::int from graphile_worker.jobs where locked_at is null) as jobs,
          (select count(*)::int from password_reset where user_id = $1) as tokens`,
        [user.id],
      );
      expect(queued).toEqual({ jobs: 1, tokens: 0 });
      await runJobs(portal);
      await portal.sql("delete from password_reset");
    }
  });

  test("a reset link leads to the portal's own domain, whatever the headers of the request say", async () => {
    const user = await portal.user("user");
    const forged = {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      origin: "http://localhost",
    };
    const reply = await portal
      .visitor("localhost")
      .post("/api/password-reset", { username: user.username }, forged);
    expect(reply.status).toBe(200);
    const [mail] = await runJobs(portal);
    expect(linkIn(mail?.text)).toMatch(/^http:\/\/localhost\/reset-password/);
    expect(mail?.text).not.toContain("evil.example");
    expect((await ask(user.username, "evil.example")).status).toBe(404);
    expect((await ask(user.username, "localhost@evil.example")).status).toBe(404);
    expect(await runJobs(portal)).toEqual([]);
  });

  test("a reset link requested on a custom domain leads to the company's subdomain", async () => {
    const company = await portal.company();
    const user = await portal.user("user", company);
    await portal.sql(
      "update company set custom_domain = 'ideas.acme.example', custom_domain_verified_at = now() where id = $1",
      [company.id],
    );
    expect((await ask(user.username, "ideas.acme.example")).status).toBe(200);
    const [mail] = await runJobs(portal);
    expect(linkIn(mail?.text)).toContain(`http://${company.host}/reset-password`);
  });

  test("a reset link requested on a preview host leads to the product's host, with https if the request used https", async () => {
    const user = await portal.user("user");
    const preview = await portal.anotherApp({
      PREVIEW_HOSTS: "*.preview.example",
      TRUST_PROXY: "1",
    });
    await preview
      .visitor("anything.preview.example")
      .post("/api/password-reset", { username: user.username }, { "x-forwarded-proto": "https" });
    const [mail] = await runJobs(portal);
    expect(linkIn(mail?.text)).toMatch(/^https:\/\/localhost\/reset-password/);
  });

  test("a client address can request at most five reset links an hour for an e-mail address, whether or not an account has the address", async () => {
    const user = await portal.user("user");
    for (const username of [user.username, "nobody@example.com"]) {
      const statuses: number[] = [];
      for (let time = 0; time < 6; time += 1) statuses.push((await ask(username)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
    expect((await ask((await portal.user("user")).username)).status).toBe(200);
    await portal.sql("update throttle set hits = 30 where key like 'reset-ip:%'");
    expect((await ask("someone@example.com")).status).toBe(429);
    await runJobs(portal);
  });

  test("a stranger who uses up an account's requests for reset links does not stop the owner from requesting a link at another client address", async () => {
    const user = await portal.user("user");
    const behindProxy = await portal.anotherApp({ TRUST_PROXY: "1" });
    const askFrom = async (ip: string) =>
      (
        await behindProxy
          .visitor("localhost")
          .post("/api/password-reset", { username: user.username }, { "x-forwarded-for": ip })
      ).status;
    for (let time = 0; time < 5; time += 1) await askFrom("192.0.2.1");
    expect(await askFrom("192.0.2.1")).toBe(429);
    await runJobs(portal);
    expect(await askFrom("192.0.2.2")).toBe(200);
    expect((await runJobs(portal)).map(({ to }) => to)).toEqual([user.username]);
  });

  test("an account gets at most six reset mails an hour, not counting requests from a browser that the owner has used", async () => {
    const user = await portal.user("user");
    const cookies = [(await logIn(user, TEST_PASSWORD)).headers["set-cookie"] ?? []].flat();
    const device = cookies.map(String).find((text) => text.startsWith("hearback_device="));
    const cookie = device?.split(";")[0] ?? "";
    await ask(user.username);
    await runJobs(portal);
    await portal.sql("update throttle set hits = 6 where key like 'reset-account:%'");
    const reply = await ask(user.username);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        message: "If there is an account with this address, a mail with a link is on its way.",
      },
    });
    expect(await runJobs(portal)).toEqual([]);
    const known = portal.visitor("localhost", { cookie });
    const askKnown = () => known.post("/api/password-reset", { username: user.username });
    expect((await askKnown()).text).toBe(reply.text);
    expect((await runJobs(portal)).map(({ to }) => to)).toEqual([user.username]);
    await portal.sql("update throttle set hits = 5 where key like 'reset-device:%'");
    expect((await askKnown()).status).toBe(429);
    expect((await ask((await portal.user("user")).username)).status).toBe(200);
    await runJobs(portal);
  });

  test("a reset link requested for an e-mail address with a non-ASCII letter that lower() turns into an ASCII letter is sent to no account", async () => {
    const user = await portal.user("user");
    await portal.sql("update user_account set username = $1 where id = $2", [
      `iris${String(user.id)}@example.com`,
      user.id,
    ]);
    expect((await ask(`\u0130ris${String(user.id)}@example.com`)).status).toBe(200);
    expect(await runJobs(portal)).toEqual([]);
  });
});

describe("using a reset link", () => {
  test("a reset link sets the password, ends every session and signs nobody in", async () => {
    const user = await portal.user("user");
    const elsewhere = cookieOf(await logIn(user, TEST_PASSWORD));
    const reply = await confirm(await tokenFor(user));
    expect([reply.status, reply.text, reply.headers["set-cookie"]]).toEqual([204, "", undefined]);
    for (const session of [user, elsewhere]) {
      expect((await portal.visitor("localhost", session).get("/api/user")).status).toBe(401);
    }
    expect((await logIn(user, TEST_PASSWORD)).status).toBe(401);
    expect((await logIn(user, NEW)).status).toBe(200);
  });

  test("a reset link works only once", async () => {
    const user = await portal.user("user");
    const token = await tokenFor(user);
    expect((await confirm(token)).status).toBe(204);
    const again = await confirm(token, "another password");
    expect([again.status, again.body]).toEqual([
      400,
      { message: "This link no longer works. Please ask for a new one." },
    ]);
    expect((await logIn(user, NEW)).status).toBe(200);
  });

  test("of two concurrent uses of a reset link only one succeeds", async () => {
    const user = await portal.user("user");
    const token = await tokenFor(user);
    const replies = await Promise.all([confirm(token, `${NEW} 1`), confirm(token, `${NEW} 2`)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  });

  test("a reset link expires after ten minutes", async () => {
    const user = await portal.user("user");
    const token = await tokenFor(user);
    const [row] = await portal.sql<{ seconds: number }>(
      "select extract(epoch from expires_at - now())::int as seconds from password_reset where user_id = $1",
      [user.id],
    );
    expect(row?.seconds).toBeGreaterThan(590);
    expect(row?.seconds).toBeLessThanOrEqual(600);
    await portal.sql(
      "update password_reset set expires_at = now() - interval '1 second' where user_id = $1",
      [user.id],
    );
    expect((await confirm(token)).status).toBe(400);
    expect((await logIn(user, TEST_PASSWORD)).status).toBe(200);
  });

  test("a newer link, a changed password and a deactivation invalidate a reset link", async () => {
    const user = await portal.user("user");
    const older = await tokenFor(user);
    const newer = await tokenFor(user);
    expect(newer).not.toBe(older);
    expect((await confirm(older)).status).toBe(400);
    const signedIn = portal.visitor("localhost", user);
    const change = { currentPassword: TEST_PASSWORD, newPassword: NEW };
    expect((await signedIn.post("/api/user/password", change)).status).toBe(200);
    expect((await confirm(newer)).status).toBe(400);
    const third = await tokenFor(user);
    await portal.sql("update user_account set is_active = false where id = $1", [user.id]);
    expect((await confirm(third)).status).toBe(400);
  });

  test("the token of a reset link is stored only as a hash, and not in the job queue", async () => {
    const user = await portal.user("user");
    await ask(user.username);
    const [job] = await portal.sql<{ payload: object }>(
      `select payload from graphile_worker._private_jobs order by id desc limit 1`,
    );
    expect(Object.keys(job?.payload ?? {}).toSorted()).toEqual([
      "company",
      "origin",
      "portalName",
      "username",
    ]);
    const [mail] = await runJobs(portal);
    const [row] = await portal.sql<{ row: string }>(
      "select password_reset::text as row from password_reset where user_id = $1",
      [user.id],
    );
    expect(row?.row).not.toContain(tokenIn(mail?.text));
  });

  test("an invalid reset token gets 400, and too many attempts with invalid reset tokens get 429", async () => {
    for (const token of ["x".repeat(43), "x", "", undefined, 1, null, { a: 1 }]) {
      expect((await confirm(token)).status).toBe(400);
    }
    const guesses = Array.from({ length: 31 }, () => confirm("y".repeat(43)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses).toContain(429);
  });

  test("a refused password does not use up the reset link", async () => {
    const user = await portal.user("user");
    const token = await tokenFor(user);
    expect((await confirm(token, "short")).body.errors).toHaveProperty("newPassword");
    expect((await confirm(token, "iloveyou1")).body.errors).toEqual({
      newPassword: ["This password is known from data breaches. Choose another one."],
    });
    expect((await confirm(token)).status).toBe(204);
  });

  test("resetting the password replaces a temporary password", async () => {
    const user = await portal.user("company_admin");
    await portal.sql(
      "update user_account set temporary_password_until = now() - interval '1 day' where id = $1",
      [user.id],
    );
    expect((await confirm(await tokenFor(user))).status).toBe(204);
    expect((await logIn(user, NEW)).body).toMatchObject({ mustChangePassword: false });
  });
});
