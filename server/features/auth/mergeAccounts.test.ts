import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";
import type { UserRole } from "#contract/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ SMTP_URL: "smtp://127.0.0.1:1" });
});
beforeEach(async () => {
  await portal.sql("delete from throttle");
  // Mails of the previous test.
  await runJobs(portal);
});

const MERGE = "/api/user/merge";
const PROOF = `${MERGE}/proof`;
const UNPROVED = {
  status: 409,
  body: { message: "The other account is no longer proved. Start again." },
};

/** Creates a company with two accounts, and a browser in which the first has just logged in. */
async function scene(role: UserRole = "user") {
  const company = await portal.company();
  const [mine, other] = [await portal.user(role, company), await portal.user("user", company)];
  const logIn = async ({ username }: TestUser) => {
    const browser = openBrowser(portal, company.host);
    const reply = await browser.post("/api/login", { username, password: TEST_PASSWORD });
    return { browser, status: reply.status };
  };
  const { browser } = await logIn(mine);
  const proof = { username: other.username, password: TEST_PASSWORD };
  const merge = async () => {
    expect((await browser.post(PROOF, proof)).status).toBe(200);
    expect((await browser.post(MERGE)).status).toBe(204);
    return runJobs(portal);
  };
  return { company, mine, other, browser, logIn, proof, merge };
}

const idsOf = (table: string, column: string, userId: number) =>
  portal.sql(
    `select feedback_id::int as item from ${table} where ${column} = $1 order by feedback_id`,
    [userId],
  );

const codeIn = (text: string | undefined) => /^\d{6}$/m.exec(text ?? "")?.[0] ?? "";

describe("merging another account into one's own", () => {
  test("a merge gives what the other account has written and chosen in all companies to the remaining one, once where both have it, and keeps the counts right", async () => {
    const { company, mine, other, merge, browser } = await scene();
    const elsewhere = await portal.company();
    const [board, far] = [await portal.board(company), await portal.board(elsewhere)];
    const written = await portal.item(board, { userId: other.id });
    const both = await portal.item(board);
    const theirs = await portal.item(far);
    const { id: commentId } = await portal.comment(both, { userId: other.id });
    const customers = [mine, other].map((user) => portal.visitor(company.host, user));
    for (const customer of customers) {
      await customer.post(`/api/feedback/${String(both.id)}/vote`);
      await customer.request("PUT", `/api/feedback/${String(both.id)}/follow`, { level: "all" });
      await customer.request("PUT", `/api/comments/${String(commentId)}/reactions/👍`);
      await customer.request("PUT", "/api/changelog/subscription");
    }
    await portal.visitor(elsewhere.host, other).post(`/api/feedback/${String(theirs.id)}/vote`);
    await merge();
    expect(await portal.sql("select from user_account where id = $1", [other.id])).toEqual([]);
    expect((await browser.get(`/api/feedback/${String(written.id)}`)).body.userId).toBe(mine.id);
    const comments = await browser.get(`/api/feedback/${String(both.id)}/comments`);
    expect(comments.body).toMatchObject([
      { userId: mine.id, reactions: [{ emoji: "👍", count: 1, isOwn: true }] },
    ]);
    expect(await idsOf("user_vote", "user_id", mine.id)).toEqual(
      [both.id, theirs.id].map((item) => ({ item })),
    );
    expect((await browser.get(`/api/feedback/${String(both.id)}`)).body).toMatchObject({
      votes: 1,
      hasVoted: true,
    });
    expect(await idsOf("follow", "user_id", mine.id)).toContainEqual({ item: both.id });
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
  });

  test("an account with more rows than one transaction moves is merged completely", async () => {
    const { company, mine, other, merge } = await scene();
    const board = await portal.board(company);
    await portal.sql(
      `with item as (
         insert into feedback_item (company_id, board_id, title, description, status, category, votes)
         select $1, $2, 'Item ' || n, 'Text', 'new', 'feature', 2 from generate_series(1, 1100) n
         returning id
       )
       insert into user_vote (company_id, feedback_id, user_id)
       select $1, id, account from item, unnest($3::bigint[]) account`,
      [company.id, board.id, [mine.id, other.id]],
    );
    await merge();
    expect(
      await portal.sql(
        "select count(*)::int as votes, min(votes), max(votes) from feedback_item where company_id = $1",
        [company.id],
      ),
    ).toEqual([{ votes: 1100, min: 1, max: 1 }]);
    expect(await idsOf("user_vote", "user_id", mine.id)).toHaveLength(1100);
    expect(await portal.sql("select from user_account where id = $1", [other.id])).toEqual([]);
  });

  test("the proof says what would move, and changes nothing", async () => {
    const { company, other, browser, proof, logIn } = await scene();
    const item = await portal.item(await portal.board(company), { userId: other.id });
    await portal.comment(item, { userId: other.id });
    expect(await browser.post(PROOF, proof)).toMatchObject({
      status: 200,
      body: {
        username: other.username,
        fullName: other.fullName,
        items: 1,
        comments: 1,
        votes: 0,
        reactions: 0,
        follows: 0,
        identities: 0,
      },
    });
    expect((await logIn(other)).status).toBe(200);
  });

  test("the sessions and the password of the other account end at once, before its content has moved, and both addresses are told", async () => {
    const { mine, other, browser, proof, logIn } = await scene();
    const theirs = await logIn(other);
    await browser.post(PROOF, proof);
    expect((await browser.post(MERGE)).status).toBe(204);
    expect((await theirs.browser.get("/api/user")).status).toBe(401);
    expect((await logIn(other)).status).toBe(401);
    const mails = await runJobs(portal);
    expect(mails.map(({ to, subject }) => [to, /changed|deleted/.exec(subject)?.[0]])).toEqual([
      [other.username, "deleted"],
      [mine.username, "changed"],
    ]);
    expect((await browser.get("/api/user")).body.id).toBe(mine.id);
  });

  test("the audit log contains the merge if the remaining account is an admin's", async () => {
    const { company, browser, merge } = await scene("company_admin");
    await merge();
    const { body } = await browser.get(
      `/api/company/${String(company.id)}/audit-log?action=sign-in`,
    );
    expect(body).toMatchObject([{ action: "sign-in.merge-account" }]);
  });

  test("an account that was blocked in a company stays blocked under the remaining account", async () => {
    const { company, mine, other, merge } = await scene();
    await portal.sql("insert into blocked_account (company_id, user_id) values ($1, $2)", [
      company.id,
      other.id,
    ]);
    await merge();
    expect(
      await portal.sql("select user_id::int as id from blocked_account where company_id = $1", [
        company.id,
      ]),
    ).toEqual([{ id: mine.id }]);
  });

  test.each([
    ["move if the address of the other account is confirmed", true],
    [
      "end if nobody has confirmed its address, because a stranger has possibly connected them",
      false,
    ],
  ])("identities of providers %s", async (_, isConfirmed) => {
    const { mine, other, merge } = await scene();
    const { subject } = await connectGitHub(portal.sql, other.id);
    if (!isConfirmed)
      await portal.sql("update user_account set confirmed_at = null where id = $1", [other.id]);
    await merge();
    expect(
      await portal.sql("select user_id::int as id from sign_in_identity where subject = $1", [
        subject,
      ]),
    ).toEqual(isConfirmed ? [{ id: mine.id }] : []);
  });

  test("if the remaining account is deleted before the content has moved, the other one is deleted like it", async () => {
    const { company, other, browser, proof } = await scene();
    const item = await portal.item(await portal.board(company), { userId: other.id });
    await browser.post(PROOF, proof);
    await browser.post(MERGE);
    expect((await browser.delete("/api/user", { password: TEST_PASSWORD })).status).toBe(204);
    await runJobs(portal);
    expect(
      await portal.sql(
        `select user_id, is_author_deleted, (select count(*)::int from user_account where id = $2) as left
         from feedback_item where id = $1 and company_id = $3`,
        [item.id, other.id, company.id],
      ),
    ).toEqual([{ user_id: null, is_author_deleted: true, left: 0 }]);
  });
});

describe("proving the other account", () => {
  test("a wrong password and an unknown address get the same error, which is none of the own session", async () => {
    const { browser, proof } = await scene();
    const wrong = { status: 400, body: { errors: { password: ["Invalid credentials"] } } };
    expect(await browser.post(PROOF, { ...proof, password: "not the one" })).toMatchObject(wrong);
    expect(await browser.post(PROOF, { ...proof, username: "nobody@example.com" })).toMatchObject(
      wrong,
    );
    expect(await browser.post(MERGE)).toMatchObject(UNPROVED);
  });

  test("guesses of the password count for the account as those on the login page do", async () => {
    const { browser, proof, company } = await scene();
    for (let guess = 0; guess < 10; guess += 1)
      await browser.post(PROOF, { ...proof, password: `guess ${String(guess)}` });
    expect((await browser.post(PROOF, proof)).status).toBe(429);
    const reply = await openBrowser(portal, company.host).post("/api/login", proof);
    expect(reply.status).toBe(429);
  });

  test("a code that was mailed to the other address proves it once, in the session that asked", async () => {
    const { mine, other, browser, logIn } = await scene();
    const request = { username: other.username };
    expect((await browser.post(`${MERGE}/code`, request)).body).toEqual({ resendIn: 60 });
    const [mail] = await runJobs(portal);
    expect(mail?.to).toBe(other.username);
    const mailedCode = codeIn(mail?.text);
    const elsewhere = (await logIn(mine)).browser;
    expect((await elsewhere.post(PROOF, { mailedCode })).status).toBe(400);
    expect((await browser.post(PROOF, { mailedCode: "000000" })).status).toBe(400);
    expect((await browser.post(PROOF, { mailedCode })).status).toBe(200);
    expect((await browser.post(PROOF, { mailedCode })).status).toBe(400);
    expect((await elsewhere.post(MERGE)).status).toBe(409);
    expect((await browser.post(MERGE)).status).toBe(204);
  });

  test("an address without an account gets no mail and the same responses", async () => {
    const { browser } = await scene();
    const request = { username: "nobody@example.com" };
    expect(await browser.post(`${MERGE}/code`, request)).toMatchObject({
      status: 200,
      body: { resendIn: 60 },
    });
    expect(await runJobs(portal)).toEqual([]);
    expect(await browser.post(PROOF, { mailedCode: "123456" })).toMatchObject({
      status: 400,
      body: { errors: { mailedCode: ["This code is not right"] } },
    });
  });

  test("after five wrong codes even the right one no longer works", async () => {
    const { other, browser } = await scene();
    await browser.post(`${MERGE}/code`, { username: other.username });
    const mailedCode = codeIn((await runJobs(portal))[0]?.text);
    const wrong = mailedCode === "000000" ? "000001" : "000000";
    for (let guess = 0; guess < 5; guess += 1) await browser.post(PROOF, { mailedCode: wrong });
    expect((await browser.post(PROOF, { mailedCode })).status).toBe(400);
  });

  test("the second factor of the other account is asked for after the password and after the code", async () => {
    const { other, browser, proof } = await scene();
    await portal.sql(
      `insert into authenticator (user_id, secret, recovery_salt, confirmed_at)
       values ($1, $2, $3, now())`,
      [other.id, Buffer.alloc(20, 7), Buffer.alloc(16, 7)],
    );
    const asks = {
      status: 400,
      body: { errors: { secondFactorCode: ["Enter the code of your authenticator app"] } },
    };
    expect(await browser.post(PROOF, proof)).toMatchObject(asks);
    expect(await browser.post(PROOF, { ...proof, secondFactorCode: "000000" })).toMatchObject({
      status: 400,
      body: { errors: { secondFactorCode: [expect.stringMatching(/not right/)] } },
    });
    await browser.post(`${MERGE}/code`, { username: other.username });
    const mailedCode = codeIn((await runJobs(portal))[0]?.text);
    expect(await browser.post(PROOF, { mailedCode })).toMatchObject(asks);
    expect(await browser.post(MERGE)).toMatchObject(UNPROVED);
  });

  test("code and proof need a fresh login, and do not work on a custom domain", async () => {
    const { company, mine, browser, proof } = await scene();
    await portal.sql("update session set proved_at = now() - interval '5 min 1 s'");
    const stale = { status: 403, body: { message: FRESH_SIGN_IN_FIRST } };
    expect(await browser.post(PROOF, proof)).toMatchObject(stale);
    expect(await browser.post(`${MERGE}/code`, { username: proof.username })).toMatchObject(stale);
    const domain = `ideas-${String(company.id)}.example`;
    await portal.sql(
      "update company set custom_domain = $2, custom_domain_verified_at = now() where id = $1",
      [company.id, domain],
    );
    const there = openBrowser(portal, domain);
    const login = { username: mine.username, password: TEST_PASSWORD };
    expect((await there.post("/api/login", login)).status).toBe(200);
    expect(await there.post(PROOF, proof)).toMatchObject({
      status: 403,
      body: {
        message: expect.stringMatching(/^Accounts are merged at .*, not on a custom domain$/),
      },
    });
  });

  test("the proof ends when the other account changes, and with the session", async () => {
    const { other, browser, proof, logIn, mine } = await scene();
    await browser.post(PROOF, proof);
    const theirs = (await logIn(other)).browser;
    const change = { currentPassword: TEST_PASSWORD, newPassword: "marmalade sandwich 7" };
    expect((await theirs.post("/api/user/password", change)).status).toBe(200);
    expect(await browser.post(MERGE)).toMatchObject(UNPROVED);
    await browser.post(PROOF, { ...proof, password: change.newPassword });
    await browser.post("/api/logout");
    const again = (await logIn(mine)).browser;
    expect(await again.post(MERGE)).toMatchObject(UNPROVED);
  });

  test.each([
    ["the own account", "This is the account that you are logged in to"],
    ["an admin's account", "Accounts of admins cannot be merged into others"],
    [
      "an account of another company",
      "This account belongs to another portal. Only accounts of one portal can be merged.",
    ],
  ])("%s cannot be merged", async (which, message) => {
    const { company, mine, browser } = await scene();
    const accounts: Record<string, () => Promise<TestUser> | TestUser> = {
      "the own account": () => mine,
      "an admin's account": () => portal.user("company_admin", company),
      "an account of another company": async () => portal.user("user", await portal.company()),
    };
    const { username } = (await accounts[which]?.()) ?? mine;
    expect(await browser.post(PROOF, { username, password: TEST_PASSWORD })).toMatchObject({
      status: 409,
      body: { message },
    });
    expect(await browser.post(MERGE)).toMatchObject(UNPROVED);
  });

  test("an account that has become an admin's since the proof cannot be merged", async () => {
    const { other, browser, proof } = await scene();
    await browser.post(PROOF, proof);
    await portal.sql("update user_account set role = 'company_admin' where id = $1", [other.id]);
    expect(await browser.post(MERGE)).toMatchObject(UNPROVED);
  });
});
