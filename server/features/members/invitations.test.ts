import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ QUOTA_INVITATIONS: "3", QUOTA_MEMBERS: "3" });
});
beforeEach(() => portal.sql("delete from throttle"));

const INVITATIONS = "/api/invitations";
const PERSON = { fullName: "Ines Invited", password: "marmalade sandwich 7" };
const GONE = { message: "This invitation no longer works" };
const OTHER_COMPANY = { message: "This address belongs to an account of another company" };

let serial = 0;
const newAddress = () => `Invited-${String((serial += 1))}@example.com`;

const invite = (admin: Visitor, changes: object = {}) =>
  admin.post(INVITATIONS, {
    username: newAddress(),
    role: "company_admin",
    delivery: "link",
    ...changes,
  });

const tokenIn = (text: string): string => /\/invitation\?token=([\w-]{43})/.exec(text)?.[1] ?? "";
const tokenOf = ({ body }: Reply) => tokenIn(String(body.link));
const accept = (visitor: Visitor, token: string, body: object = PERSON) =>
  visitor.post(`${INVITATIONS}/${token}/accept`, body);
const preview = (visitor: Visitor, token: string) => visitor.get(`${INVITATIONS}/${token}/preview`);
const answer = ({ status, body }: Reply) => [status, body];

/** Invites an address by mail and returns the token of the mail. */
async function mailedToken(admin: Visitor, changes: object = {}): Promise<string> {
  await invite(admin, { delivery: "mail", ...changes });
  const [mail] = await runJobs(portal);
  return tokenIn(mail?.text ?? "");
}

const setExpiry = ({ id }: { id: number }, interval: string) =>
  portal.sql("update invitation set expires_at = now() + $2::interval where company_id = $1", [
    id,
    interval,
  ]);

describe("inviting", () => {
  test("an admin who invites by link gets a link to the company's host, and only the hash of the link's token is stored", async () => {
    const { company, viewers, admin } = await newCast(portal);
    const username = newAddress();
    const reply = await invite(viewers.C, { username });
    expect(answer(reply)).toEqual([
      201,
      {
        id: expect.any(Number),
        username,
        role: "company_admin",
        invitedBy: admin.fullName,
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
        link: expect.stringMatching(
          new RegExp(`^http://${company.host}(:\\d+)?/invitation\\?token=[\\w-]{43}$`),
        ),
      },
    ]);
    const { createdAt, expiresAt } = reply.body;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 24 * 60 * 60_000);
    const [row] = await portal.sql("select invitation::text as row from invitation where id = $1", [
      reply.body.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(tokenOf(reply));
    expect(await runJobs(portal)).toEqual([]);
    expect(await auditOf(portal, company)).toEqual([
      {
        actor: admin.username,
        action: "invitation.create",
        subject: username,
        details: { role: "company_admin", delivery: "link" },
      },
    ]);
  });

  test("the mail to an invited address contains the invitation's link, and the API response contains no link", async () => {
    const { company, viewers, admin } = await newCast(portal);
    const username = newAddress();
    const reply = await invite(viewers.C, { username, delivery: "mail" });
    expect([reply.status, reply.body.link]).toEqual([201, null]);
    const [mail, ...more] = await runJobs(portal);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: username, subject: `You are invited to ${company.host}` });
    expect(mail?.text).toContain(`http://${company.host}/invitation?token=`);
    // Anybody can open a company and invite a stranger, so the mail contains no name that the
    // inviter has chosen.
    expect(mail?.text).not.toContain(company.name);
    expect(mail?.text).not.toContain(admin.fullName);
  });

  test("an invitation link that is made on the product's own host leads to the company's host", async () => {
    const { company, admin } = await newCast(portal);
    const { body } = await invite(portal.visitor("localhost", admin));
    expect(body.link).toContain(`http://${company.host}/invitation?token=`);
  });

  test("no mail is sent for an invitation that was withdrawn before the job ran", async () => {
    const { viewers } = await newCast(portal);
    const { body } = await invite(viewers.C, { delivery: "mail" });
    expect((await viewers.C.delete(`${INVITATIONS}/${String(body.id)}`)).status).toBe(204);
    expect(await runJobs(portal)).toEqual([]);
  });

  test("after an e-mail address is invited again, the new link and the mailed link work, but the old copied link does not", async () => {
    const { company, viewers } = await newCast(portal);
    const username = newAddress();
    const mailed = await mailedToken(viewers.C, { username });
    const first = await invite(viewers.C, { username });
    await setExpiry(company, "1 hour");
    const second = await invite(viewers.C, { username: username.toUpperCase(), role: "user" });
    expect(second.body.id).toBe(first.body.id);
    expect(Date.parse(second.body.expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000);
    const states = [mailed, tokenOf(first), tokenOf(second)].map(
      async (token) => (await preview(viewers.A, token)).status,
    );
    expect(await Promise.all(states)).toEqual([200, 404, 200]);
    expect((await preview(viewers.A, mailed)).body.role).toBe("user");
  });

  test("renewing an expired invitation does not make its old links work again", async () => {
    const { company, viewers } = await newCast(portal);
    const username = newAddress();
    const mailed = await mailedToken(viewers.C, { username });
    const linked = tokenOf(await invite(viewers.C, { username }));
    await setExpiry(company, "-1 hour");
    await mailedToken(viewers.C, { username });
    for (const token of [mailed, linked])
      expect((await preview(viewers.A, token)).status).toBe(404);
  });

  test("an invitation is refused if its e-mail address belongs to another company's account, to an admin, or to a customer who is invited as a customer", async () => {
    const { viewers, user, admin, stranger, superAdmin } = await newCast(portal);
    const refused = async (username: string, role = "company_admin") =>
      answer(await invite(viewers.C, { username: username.toUpperCase(), role }));
    expect(await refused(stranger.username)).toEqual([409, OTHER_COMPANY]);
    expect(await refused(superAdmin.username)).toEqual([409, OTHER_COMPANY]);
    for (const role of ["company_admin", "user"])
      expect(await refused(admin.username, role)).toEqual([
        409,
        { message: "This person is already an admin of your company" },
      ]);
    expect(await refused(user.username, "user")).toEqual([
      409,
      { message: "This person is already a customer of your company" },
    ]);
    expect((await invite(viewers.C, { username: user.username })).status).toBe(201);
  });

  test("an invitation with an invalid role, e-mail address or delivery is refused, and the company in the request is ignored", async () => {
    const { company, viewers, other } = await newCast(portal);
    expect((await invite(viewers.C, { role: "super_admin" })).status).toBe(400);
    expect((await invite(viewers.C, { username: "nobody" })).status).toBe(400);
    expect((await invite(viewers.C, { delivery: "pigeon" })).status).toBe(400);
    await invite(viewers.C, { companyId: other.id });
    const rows = await portal.sql(
      "select company_id::int as id from invitation where company_id = any ($1)",
      [[company.id, other.id]],
    );
    expect(rows).toEqual([{ id: company.id }]);
  });

  test("a company without a subdomain cannot invite", async () => {
    const { company, admin } = await newCast(portal);
    await portal.sql("update company set subdomain = null where id = $1", [company.id]);
    portal.publish();
    expect(answer(await invite(portal.visitor("localhost", admin)))).toEqual([
      409,
      {
        message:
          "No subdomain has been configured for your company. Please contact support for assistance.",
      },
    ]);
  });
});

describe("the quota of open invitations", () => {
  test("even parallel requests cannot create more open invitations than the company's quota, but open invitations can be renewed", async () => {
    const { company, viewers } = await newCast(portal);
    const username = newAddress();
    await invite(viewers.C, { username });
    const replies = await Promise.all(Array.from({ length: 5 }, () => invite(viewers.C)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      message: "A company can have at most 3 open invitations",
    });
    expect((await invite(viewers.C, { username })).status).toBe(201);
    await setExpiry(company, "-1 second");
    expect((await invite(viewers.C)).status).toBe(201);
  });

  test("a company that has reached its quota of members can invite customers only", async () => {
    const { company, viewers } = await newCast(portal);
    for (let n = 0; n < 2; n += 1) await portal.user("company_admin", company);
    expect(answer(await invite(viewers.C))).toEqual([
      409,
      { message: "A company can have at most 3 members" },
    ]);
    expect((await invite(viewers.C, { role: "user" })).status).toBe(201);
  });

  test("the admins of a company together can make 200 invitations a day", async () => {
    const { viewers, user } = await newCast(portal);
    const username = newAddress();
    await invite(viewers.C, { username });
    const all = await portal.sql<{ key: string }>(
      "update throttle set hits = 200 where key like 'invite-company:%' returning key",
    );
    expect(all).toHaveLength(1);
    const asCustomer = await invite(viewers.U, { username: user.username });
    expect(asCustomer.status).toBe(403);
    expect((await invite(viewers.C, { username })).status).toBe(429);
    expect((await invite((await newCast(portal)).viewers.C)).status).toBe(201);
  });
});

describe("the list of invitations", () => {
  test("an admin sees the open invitations of the admin's own company, newest first, without tokens", async () => {
    const { company, viewers } = await newCast(portal);
    const expired = await invite(viewers.C);
    await setExpiry(company, "-1 second");
    const first = await invite(viewers.C);
    const second = await invite(viewers.C);
    await portal.sql(
      "update invitation set created_at = created_at + interval '1 s' where id = $1",
      [second.body.id],
    );
    const { items, totals } = await readPages<{ id: number }>(viewers.C, `${INVITATIONS}?limit=1`);
    expect(items.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
    expect(totals).toEqual([2, 2]);
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(
      "createdAt expiresAt id invitedBy role username".split(" "),
    );
    expect(expired.status).toBe(201);
    expect((await viewers.X.get(INVITATIONS)).body).toEqual([]);
  });

  test("a withdrawn invitation no longer works, and another company's invitation cannot be withdrawn", async () => {
    const { company, viewers } = await newCast(portal);
    const made = await invite(viewers.C);
    const path = `${INVITATIONS}/${String(made.body.id)}`;
    expect((await viewers.X.delete(path)).status).toBe(404);
    expect((await preview(viewers.A, tokenOf(made))).status).toBe(200);
    expect((await viewers.C.delete(path)).status).toBe(204);
    expect(answer(await accept(viewers.A, tokenOf(made)))).toEqual([404, GONE]);
    expect((await auditOf(portal, company)).at(-1)).toMatchObject({
      action: "invitation.delete",
      subject: made.body.username,
    });
  });
});

describe("accepting an invitation without an account", () => {
  test("a person who registers by a copied link becomes an admin with an unconfirmed e-mail address and is signed in", async () => {
    const { company, viewers } = await newCast(portal);
    const username = newAddress();
    const token = tokenOf(await invite(viewers.C, { username }));
    expect((await preview(viewers.A, token)).body).toEqual({
      username,
      role: "company_admin",
      account: "none",
    });
    const reply = await accept(viewers.A, token);
    expect(answer(reply)).toMatchObject([
      200,
      { username, fullName: PERSON.fullName, role: "company_admin", confirmedAt: null },
    ]);
    expect(reply.body.companyId).toBe(company.id);
    const member = portal.visitor(company.host, cookieOf(reply));
    expect((await member.get("/api/members")).body).toHaveLength(3);
    expect((await member.get(INVITATIONS)).body).toEqual([]);
    expect((await auditOf(portal, company)).at(-1)).toEqual({
      actor: username,
      action: "invitation.accept",
      subject: username,
      details: { role: "company_admin" },
    });
  });

  test("the e-mail address of a person who registers by a mailed link is confirmed", async () => {
    const { viewers } = await newCast(portal);
    const token = await mailedToken(viewers.C, { role: "user" });
    expect((await accept(viewers.A, token)).body).toMatchObject({
      role: "user",
      confirmedAt: expect.stringMatching(/Z$/),
    });
  });

  test("the e-mail address, role and company of an invited account come from the invitation, even if the request contains others", async () => {
    const { company, viewers, other } = await newCast(portal);
    const made = await invite(viewers.C, { role: "user" });
    const { body } = await accept(viewers.A, tokenOf(made), {
      ...PERSON,
      role: "super_admin",
      companyId: other.id,
      username: "somebody.else@example.com",
    });
    expect(body).toMatchObject({
      username: made.body.username,
      role: "user",
      companyId: company.id,
    });
  });

  test("an invited person can register at a company that has turned off sign-up", async () => {
    const { company, viewers } = await newCast(portal);
    await portal.sql("update company set allow_customer_sign_up = false where id = $1", [
      company.id,
    ]);
    portal.publish();
    expect((await accept(viewers.A, tokenOf(await invite(viewers.C)))).status).toBe(200);
  });

  test("an invited person without a name, or with a missing or weak password, is refused, and the invitation stays open", async () => {
    const { viewers } = await newCast(portal);
    const token = tokenOf(await invite(viewers.C));
    for (const [body, field] of [
      [{ password: PERSON.password }, "fullName"],
      [{ fullName: PERSON.fullName }, "password"],
      [{ ...PERSON, password: "password123" }, "password"],
      [{ ...PERSON, password: "Ines Invited" }, "password"],
    ] as const) {
      const { status, body: refusal } = await accept(viewers.A, token, body);
      expect([status, Object.keys(refusal.errors)]).toEqual([400, [field]]);
    }
    expect((await accept(viewers.A, token)).status).toBe(200);
  });

  test("an invitation can be accepted only once, even if two people accept it at the same time", async () => {
    const { viewers } = await newCast(portal);
    const token = tokenOf(await invite(viewers.C));
    const replies = await Promise.all([accept(viewers.A, token), accept(viewers.A, token)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answer(await accept(viewers.A, token))).toEqual([404, GONE]);
    expect(answer(await preview(viewers.A, token))).toEqual([404, GONE]);
  });

  test("an expired token, a forged token and a token used on another host than its company's get the same response as an unknown token", async () => {
    const { company, viewers } = await newCast(portal);
    const elsewhere = await portal.company();
    const token = tokenOf(await invite(viewers.C));
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`;
    for (const [visitor, tried] of [
      [viewers.A, forged],
      [viewers.A, "x"],
      [viewers.A, "%00"],
      [portal.visitor(elsewhere.host), token],
      [viewers.N, token],
    ] as const) {
      expect(answer(await preview(visitor, tried))).toEqual([404, GONE]);
      expect(answer(await accept(visitor, tried))).toEqual([404, GONE]);
    }
    await setExpiry(company, "-1 second");
    expect(answer(await accept(viewers.A, token))).toEqual([404, GONE]);
  });

  test("a company that has reached its quota of members accepts no further admin", async () => {
    const { company, viewers } = await newCast(portal);
    const token = tokenOf(await invite(viewers.C));
    for (let n = 0; n < 2; n += 1) await portal.user("company_admin", company);
    expect(answer(await accept(viewers.A, token))).toEqual([
      409,
      { message: "A company can have at most 3 members" },
    ]);
  });

  test("one client address can try to accept 30 invitations an hour", async () => {
    const { viewers } = await newCast(portal);
    for (let n = 0; n < 30; n += 1) await accept(viewers.A, "x");
    expect((await accept(viewers.A, tokenOf(await invite(viewers.C)))).status).toBe(429);
  });

  test("no line of the request log contains the token of an invitation", async () => {
    const log: string[] = [];
    const { company, viewers } = await newCast(portal);
    const token = tokenOf(await invite(viewers.C));
    const app = await portal.anotherApp({ LOG_LEVEL: "trace" }, undefined, {
      write: (line) => void log.push(line),
    });
    const visitor = app.visitor(company.host);
    await preview(visitor, token);
    await visitor.get(`/%61pi/invitations/${token}/preview`);
    await visitor.get(`//api/invitations/${token}/preview`);
    await accept(visitor, token);
    expect(log.filter((line) => line.includes('"/api/invitations/[token]"'))).toHaveLength(4);
    expect(log.join("")).not.toContain(token);
  });
});

describe("accepting an invitation with an account", () => {
  test("a signed-in customer who accepts a mailed invitation becomes an admin with a confirmed e-mail address and keeps only the new session", async () => {
    const { company, viewers, user } = await newCast(portal);
    await portal.sql("update user_account set confirmed_at = null where id = $1", [user.id]);
    const token = await mailedToken(viewers.C, { username: user.username });
    expect((await preview(viewers.A, token)).body.account).toBe("own");
    const reply = await accept(viewers.U, token, {});
    expect(answer(reply)).toMatchObject([
      200,
      { id: user.id, role: "company_admin", companyId: company.id },
    ]);
    expect(reply.body.confirmedAt).not.toBeNull();
    expect((await viewers.U.get("/api/user")).status).toBe(401);
    expect((await viewers.P.get("/api/user")).status).toBe(401);
    const member = portal.visitor(company.host, cookieOf(reply));
    expect((await member.get("/api/members")).status).toBe(200);
  });

  test("an account without a company joins a company by accepting an invitation", async () => {
    const { company, viewers } = await newCast(portal);
    const free = await portal.user("user");
    const token = tokenOf(await invite(viewers.C, { username: free.username, role: "user" }));
    const reply = await accept(portal.visitor(company.host, free), token, {});
    expect(reply.body).toMatchObject({ id: free.id, role: "user", companyId: company.id });
  });

  test("the owner of an existing account has to log in before the invitation can be accepted", async () => {
    const { company, viewers, user } = await newCast(portal);
    const token = tokenOf(await invite(viewers.C, { username: user.username }));
    expect(answer(await accept(viewers.A, token))).toEqual([
      409,
      { message: "There is an account with this address. Log in to accept the invitation." },
    ]);
    const credentials = { username: user.username, password: TEST_PASSWORD };
    const login = await viewers.A.post("/api/login", credentials);
    expect((await accept(portal.visitor(company.host, cookieOf(login)), token, {})).status).toBe(
      200,
    );
  });

  test("a signed-in account with an e-mail address other than the invitation's is refused, and the invitation stays open", async () => {
    const { viewers, user } = await newCast(portal);
    const unknown = tokenOf(await invite(viewers.C));
    const known = tokenOf(await invite(viewers.C, { username: user.username }));
    for (const [visitor, token] of [
      [viewers.U, unknown],
      [viewers.V, unknown],
      [viewers.V, known],
      [viewers.T, known],
    ] as const)
      expect(answer(await accept(visitor, token))).toEqual([
        403,
        { message: "This invitation is for another address than yours. Log out to accept it." },
      ]);
    expect((await accept(viewers.U, known, {})).status).toBe(200);
    expect((await accept(viewers.A, unknown)).status).toBe(200);
  });

  test("an account that has joined another company since it was invited is refused", async () => {
    const { company, viewers, other } = await newCast(portal);
    const free = await portal.user("user");
    const token = tokenOf(await invite(viewers.C, { username: free.username }));
    await portal.sql("update user_account set home_company_id = $2 where id = $1", [
      free.id,
      other.id,
    ]);
    expect((await preview(viewers.A, token)).body.account).toBe("other");
    const reply = await accept(portal.visitor(company.host, free), token, {});
    expect(answer(reply)).toEqual([409, OTHER_COMPANY]);
  });

  test("an admin who accepts an older invitation as a customer stays an admin", async () => {
    const { company, viewers } = await newCast(portal);
    const free = await portal.user("user");
    const token = tokenOf(await invite(viewers.C, { username: free.username, role: "user" }));
    await portal.sql(
      "update user_account set home_company_id = $2, role = 'company_admin' where id = $1",
      [free.id, company.id],
    );
    const reply = await accept(portal.visitor(company.host, free), token, {});
    expect(reply.body.role).toBe("company_admin");
  });
});

describe("the data of invited people", () => {
  test("expired invitations are deleted by the hourly clean-up", async () => {
    const { company, viewers } = await newCast(portal);
    await invite(viewers.C);
    await setExpiry(company, "-1 second");
    await portal.sql("select graphile_worker.add_job('cleanUp')");
    await runJobs(portal);
    expect(await portal.sql("select from invitation where company_id = $1", [company.id])).toEqual(
      [],
    );
  });

  test("the audit log no longer contains the e-mail address of an invited person whose account was deleted", async () => {
    const { company, viewers } = await newCast(portal);
    const username = newAddress();
    const made = await invite(viewers.C, { username });
    await viewers.C.delete(`${INVITATIONS}/${String(made.body.id)}`);
    const reply = await accept(viewers.A, tokenOf(await invite(viewers.C, { username })));
    const member = portal.visitor(company.host, cookieOf(reply));
    const deleted = await member.request("DELETE", "/api/user", { password: PERSON.password });
    expect(deleted.status).toBe(204);
    const log = await auditOf(portal, company);
    expect(log.map(({ subject }) => subject)).toEqual(
      Array(4).fill(`Deleted user #${String(reply.body.id)}`),
    );
  });
});
