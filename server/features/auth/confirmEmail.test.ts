import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CONFIRM_EMAIL_FIRST } from "#contract/errors.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { openMailer } from "#server/platform/mail/mailer.ts";

let server: MailServer;
let portal: TestPortal;
beforeAll(async () => {
  server = await startMailServer();
  portal = await startTestPortal({ SMTP_URL: server.url });
});
afterAll(() => server.close());
beforeEach(() => portal.sql("delete from throttle"));

const PASSWORD = "marmalade sandwich 7";
const FULL_NAME = "You won 1000 EUR, see prize.example";
let serial = 0;

interface Newcomer {
  username: string;
  visitor: Visitor;
  company: TestCompany;
  item: { id: number };
  board: { id: number };
}

/**
 * Registers an account on a company's host, as a stranger could do with anybody's e-mail address.
 */
async function register(fullName = FULL_NAME): Promise<Newcomer> {
  const company = await portal.company(`Prizes ${String((serial += 1))} at prize.example`);
  const board = await portal.board(company);
  const username = `newcomer-${String(serial)}@example.com`;
  const reply = await portal
    .visitor(company.host)
    .post("/api/register", { username, password: PASSWORD, fullName });
  expect(reply.status).toBe(201);
  return {
    username,
    visitor: portal.visitor(company.host, cookieOf(reply)),
    company,
    board,
    item: await portal.item(board),
  };
}

/** Sends the queued mails through the mail server and returns the mails that have arrived. */
async function arrivedMails() {
  const mailer = openMailer(portal.config, { warn: () => undefined });
  await runJobs(portal, mailer);
  mailer.close();
  return server.mails.splice(0);
}

const codeIn = (text = "") => /^\d{6}$/m.exec(text)?.[0] ?? "";

/** Requests a code and returns the code that was mailed to the account. */
async function mailedCode({ visitor }: Newcomer): Promise<string> {
  await portal.sql("delete from throttle");
  expect((await visitor.post("/api/confirm-email/send")).status).toBe(200);
  const [mail] = await arrivedMails();
  return codeIn(mail?.text);
}

const confirm = ({ visitor }: Newcomer, code: string): Promise<Reply> =>
  visitor.post("/api/confirm-email", { code });

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Requests that need a confirmed e-mail address. */
const WRITES: readonly [string, (newcomer: Newcomer) => Promise<Reply>][] = [
  ["a vote", ({ visitor, item }) => visitor.post(`/api/feedback/${String(item.id)}/vote`)],
  [
    "a comment",
    ({ visitor, item }) =>
      visitor.post(`/api/feedback/${String(item.id)}/comments`, { content: "Yes" }),
  ],
  [
    "a submission",
    ({ visitor, board }) =>
      visitor.post("/api/feedback", { title: "Dark", description: "Mode", boardId: board.id }),
  ],
  [
    "the setup of a second factor",
    ({ visitor }) => visitor.post("/api/user/mfa/setup", { password: PASSWORD }),
  ],
];

describe("an account with an unconfirmed e-mail address", () => {
  test.each(WRITES)(
    "%s by an account with an unconfirmed e-mail address gets 403 until the mailed code is entered, and succeeds afterwards",
    async (_, write) => {
      const newcomer = await register();
      expect(await write(newcomer)).toMatchObject({
        status: 403,
        body: { message: CONFIRM_EMAIL_FIRST },
      });
      expect((await confirm(newcomer, await mailedCode(newcomer))).status).toBe(200);
      expect((await write(newcomer)).status).toBeLessThan(300);
    },
  );

  test("a write from an account with an unconfirmed e-mail address gets 403 before the request's body and the item's id are checked", async () => {
    const { visitor } = await register();
    const replies = await Promise.all([
      visitor.post("/api/feedback", { title: 5 }),
      visitor.post("/api/feedback/999999999/vote"),
      visitor.post("/api/feedback/999999999/comments", {}),
      visitor.post("/api/user/mfa/confirm", {}),
    ]);
    expect(replies.map(({ text }) => text)).toEqual(
      Array<string>(4).fill(JSON.stringify({ message: CONFIRM_EMAIL_FIRST })),
    );
  });

  test("an anonymous vote gets 401, and an account with an unconfirmed e-mail address can still read items", async () => {
    const { company, visitor, item } = await register();
    const path = `/api/feedback/${String(item.id)}`;
    expect((await portal.visitor(company.host).post(`${path}/vote`)).status).toBe(401);
    expect((await visitor.get(path)).status).toBe(200);
  });

  test("GET /api/user says whether the account must confirm its e-mail address", async () => {
    const newcomer = await register();
    const read = async () => (await newcomer.visitor.get("/api/user")).body;
    expect(await read()).toMatchObject({ confirmedAt: null, mustConfirmEmail: true });
    const { body } = await confirm(newcomer, await mailedCode(newcomer));
    expect(body).toMatchObject({ confirmedAt: expect.any(String), mustConfirmEmail: false });
    expect(await read()).toEqual(body);
  });

  test("an account that a super admin created for somebody must also confirm its e-mail address", async () => {
    const company = await portal.company();
    const username = `invited-${String((serial += 1))}@example.com`;
    const account = {
      username,
      password: PASSWORD,
      fullName: "Ida Invited",
      companyName: company.name,
    };
    const superAdmin = portal.visitor("localhost", await portal.user("super_admin"));
    expect((await superAdmin.post("/api/register", account)).body.mustConfirmEmail).toBe(true);
    const visitor = portal.visitor(
      company.host,
      cookieOf(await portal.visitor(company.host).post("/api/login", account)),
    );
    // A code can be requested even before the temporary password is changed.
    expect((await visitor.post("/api/confirm-email/send")).status).toBe(200);
    await arrivedMails();
  });

  test("a new e-mail address must be confirmed, and a code that was mailed to the old address is refused", async () => {
    const newcomer = await register();
    const code = await mailedCode(newcomer);
    const superAdmin = portal.visitor("localhost", await portal.user("super_admin"));
    const [account] = await portal.sql<{ id: string }>(
      "select id from user_account where username = $1",
      [newcomer.username],
    );
    const path = `/api/admin/users/${String(account?.id)}`;
    const moved = `moved-${newcomer.username}`;
    expect((await superAdmin.patch(path, { username: moved })).status).toBe(200);
    const again = portal.visitor(
      newcomer.company.host,
      cookieOf(
        await portal
          .visitor(newcomer.company.host)
          .post("/api/login", { username: moved, password: PASSWORD }),
      ),
    );
    expect((await again.post("/api/confirm-email", { code })).status).toBe(400);
    await arrivedMails();
    const owner = { ...newcomer, visitor: again };
    expect((await confirm(owner, await mailedCode(owner))).status).toBe(200);
    const reply = await superAdmin.patch(path, { username: newcomer.username });
    expect(reply.body.confirmedAt).toBeNull();
    await arrivedMails();
  });
});

describe("the confirmation mail", () => {
  test("the confirmation mail goes only to the account's address and contains no name that a stranger chose", async () => {
    const { username, visitor, company } = await register();
    await visitor.post("/api/confirm-email/send");
    const mails = await arrivedMails();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      from: { name: "Hearback", address: "no-reply@localhost" },
      to: [{ address: username }],
      subject: "Confirm your email address at Customer Feedback Portal",
    });
    expect(mail?.text).toMatch(/^Hello,\n/);
    expect(`${mail?.subject ?? ""} ${mail?.text ?? ""}`).not.toMatch(/prize/i);
    const link = /http\S+/.exec(mail?.text ?? "")?.[0];
    expect(link).toBe(`http://${company.host}/confirm-email?code=${codeIn(mail?.text)}`);
  });

  test("confirmation mails to two accounts differ only in code and host", async () => {
    const newcomers = [await register(), await register("Another name")];
    const texts: string[] = [];
    for (const { visitor, company } of newcomers) {
      await visitor.post("/api/confirm-email/send");
      const [mail] = await arrivedMails();
      const text = `${mail?.subject ?? ""}\n${mail?.text ?? ""}`;
      texts.push(text.replaceAll(codeIn(text), "CODE").replaceAll(company.host, "HOST"));
    }
    expect(texts[0]).toBe(texts[1]);
  });

  test("notices and reset links to an unconfirmed e-mail address contain no name that a stranger chose", async () => {
    const { username, visitor, company } = await register();
    await visitor.post("/api/user/password", {
      currentPassword: PASSWORD,
      newPassword: "another sandwich 8",
    });
    await portal.visitor(company.host).post("/api/password-reset", { username });
    const mails = await arrivedMails();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "Choose a new password for Customer Feedback Portal",
      "Your account at Customer Feedback Portal was changed",
    ]);
    for (const { text } of mails) {
      expect(text).toMatch(/^Hello,\n/);
      expect(text).not.toMatch(/prize/i);
    }
  });

  test("a mail to a confirmed account contains no company name except the name of the account's own company", async () => {
    const [own, foreign] = [await portal.company("Own"), await portal.company("Foreign")];
    const user = await portal.user("user", own);
    for (const { host } of [own, foreign])
      await portal.visitor(host).post("/api/password-reset", { username: user.username });
    expect((await arrivedMails()).map(({ subject }) => subject).toSorted()).toEqual([
      "Choose a new password for Customer Feedback Portal",
      "Choose a new password for Own",
    ]);
  });

  test("a code is mailed at most once a minute, and the response says how many seconds to wait", async () => {
    const { visitor } = await register();
    const replies = await Promise.all([1, 2, 3].map(() => visitor.post("/api/confirm-email/send")));
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body.resendIn).toBeGreaterThan(0);
      expect(body.resendIn).toBeLessThanOrEqual(60);
    }
    expect(await arrivedMails()).toHaveLength(1);
  });

  test("no code is mailed to an address that is confirmed", async () => {
    const newcomer = await register();
    await confirm(newcomer, await mailedCode(newcomer));
    const reply = await newcomer.visitor.post("/api/confirm-email/send");
    expect(reply).toMatchObject({
      status: 409,
      body: { message: "This email address is confirmed already" },
    });
    expect(await arrivedMails()).toEqual([]);
  });
});

describe("the confirmation code", () => {
  test("a pasted code with spaces and hyphens is accepted", async () => {
    const newcomer = await register();
    const code = await mailedCode(newcomer);
    expect((await confirm(newcomer, ` ${code.slice(0, 3)} - ${code.slice(3)}\n`)).status).toBe(200);
  });

  test("after five wrong codes the mailed code no longer works, but a newly mailed code does", async () => {
    const newcomer = await register();
    const code = await mailedCode(newcomer);
    for (let n = 0; n < 5; n += 1) {
      expect((await confirm(newcomer, wrong(code))).body.errors).toEqual({
        code: ["This code is not right"],
      });
    }
    const dead = await confirm(newcomer, code);
    expect(dead.body.errors).toEqual({ code: ["This code no longer works. Send a new one."] });
    expect((await confirm(newcomer, await mailedCode(newcomer))).status).toBe(200);
  });

  test("of eight wrong codes sent concurrently, only five are compared with the mailed code", async () => {
    const newcomer = await register();
    const code = await mailedCode(newcomer);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => confirm(newcomer, wrong(code))),
    );
    const compared = replies.filter(({ text }) => text.includes("is not right"));
    expect(compared).toHaveLength(5);
    expect((await confirm(newcomer, code)).status).toBe(400);
  });

  test("an expired code and a replaced code are refused", async () => {
    const newcomer = await register();
    const older = await mailedCode(newcomer);
    const newer = await mailedCode(newcomer);
    expect((await confirm(newcomer, older)).status).toBe(400);
    await portal.sql("update email_confirmation set expires_at = now()");
    expect((await confirm(newcomer, newer)).status).toBe(400);
    expect((await newcomer.visitor.get("/api/user")).body.confirmedAt).toBeNull();
  });

  test("the code of one account confirms no other account", async () => {
    const [one, other] = [await register(), await register()];
    const code = await mailedCode(one);
    await mailedCode(other);
    const reply = await confirm(other, code);
    expect([reply.status, (await one.visitor.get("/api/user")).body.confirmedAt]).toEqual([
      400,
      null,
    ]);
  });

  test("neither the job queue nor the table email_confirmation contains the code in plain text", async () => {
    const newcomer = await register();
    await newcomer.visitor.post("/api/confirm-email/send");
    const [job] = await portal.sql<{ payload: string }>(
      `select payload::text from graphile_worker._private_jobs where task_id in (
         select id from graphile_worker._private_tasks where identifier = 'sendConfirmation')`,
    );
    const code = codeIn((await arrivedMails())[0]?.text);
    expect(code).toMatch(/^\d{6}$/);
    const [row] = await portal.sql<{ row: string }>(
      "select row_to_json(c)::text as row from email_confirmation c where username = $1",
      [newcomer.username],
    );
    expect(job?.payload).not.toContain(code);
    expect(row?.row).not.toContain(`"${code}"`);
  });

  test("an account gets 429 after ten attempts to enter a code", async () => {
    const newcomer = await register();
    for (let n = 0; n < 10; n += 1) expect((await confirm(newcomer, "123456")).status).toBe(400);
    expect((await confirm(newcomer, "123456")).status).toBe(429);
  });
});

describe("the page that the confirmation mail links to", () => {
  const form = (visitor: Visitor, body: string) =>
    visitor.post("/confirm-email", body, {
      "content-type": "application/x-www-form-urlencoded",
      origin: "null",
      "sec-fetch-site": "same-origin",
    });

  test("opening the mailed link changes nothing, and the form of the opened page confirms the e-mail address without JavaScript", async () => {
    const newcomer = await register();
    const code = await mailedCode(newcomer);
    const { visitor } = newcomer;
    await visitor.get(`/confirm-email?code=${code}`);
    const read = async () => (await visitor.get("/api/user")).body.confirmedAt;
    expect(await read()).toBeNull();
    expect(await form(visitor, `code=${wrong(code)}`)).toMatchObject({
      status: 303,
      headers: { location: "/confirm-email?problem=code" },
    });
    expect(await form(visitor, `code=${code}`)).toMatchObject({
      status: 303,
      headers: { location: "/confirm-email" },
    });
    expect(await read()).not.toBeNull();
  });

  test("the confirmation form mails a new code, and redirects anonymous visitors to the login page", async () => {
    const { visitor, company } = await register();
    const sent = await form(visitor, "send=1&code=");
    expect(sent.headers["location"]).toBe("/confirm-email?sent=1");
    expect(codeIn((await arrivedMails())[0]?.text)).not.toBe("");
    const anonymous = await form(portal.visitor(company.host), "code=123456");
    expect(anonymous.headers["location"]).toBe("/login?from=%2Fconfirm-email");
  });

  test("another site cannot submit the confirmation form", async () => {
    const { visitor } = await register();
    const reply = await visitor.post("/confirm-email", "send=1", {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "cross-site",
    });
    expect(reply.status).toBe(403);
    expect(await arrivedMails()).toEqual([]);
  });
});

describe("installations that require a confirmed e-mail address", () => {
  const voteOn = async (environment: Record<string, string>) => {
    const { company, item, username } = await register();
    const app = await portal.anotherApp(environment);
    const reply = await app
      .visitor(company.host)
      .post("/api/login", { username, password: PASSWORD });
    const visitor = app.visitor(company.host, cookieOf(reply));
    return (await visitor.post(`/api/feedback/${String(item.id)}/vote`)).status;
  };

  test("confirming e-mail addresses is required if SMTP_URL is set, and is not required otherwise", async () => {
    expect(await voteOn({ SMTP_URL: server.url })).toBe(403);
    expect(await voteOn({})).toBe(200);
  });

  test("REQUIRE_CONFIRMED_EMAIL takes precedence over the presence or absence of SMTP_URL", async () => {
    expect(await voteOn({ SMTP_URL: server.url, REQUIRE_CONFIRMED_EMAIL: "0" })).toBe(200);
    expect(await voteOn({ REQUIRE_CONFIRMED_EMAIL: "1" })).toBe(403);
  });
});
