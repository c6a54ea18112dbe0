import { beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { notificationRows } from "#server/checks/fixtures/notificationRows.ts";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
let rows: ReturnType<typeof notificationRows>;
beforeAll(async () => {
  portal = await startTestPortal();
  rows = notificationRows(portal);
});

const DELIVERIES = "/api/mail-deliveries";
const SITE_DELIVERIES = "/api/admin/mail-deliveries";
const SUPPRESSIONS = "/api/mail-suppressions";

async function idsOf(visitor: Visitor, path: string): Promise<number[]> {
  return (await visitor.get(path)).body.map(({ id }: { id: number }) => id);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Creates a company and another company, each with a mail to one of its users. */
async function mailScene() {
  const cast = await newCast(portal);
  const item = await portal.item(await portal.board(cast.company), { title: "Dark mode" });
  const otherItem = await portal.item(await portal.board(cast.other), { title: "Other" });
  const own = await rows.mailDelivery(cast.company, cast.user, {
    item,
    createdAt: minutesAgo(3),
  });
  const foreign = await rows.mailDelivery(cast.other, cast.stranger, { item: otherItem });
  return { ...cast, item, own, foreign };
}

describe("the list of a company's mails", () => {
  test("an admin sees only mails of the admin's own company, with their recipient, item, state and server response", async () => {
    const { company, viewers, user, item, own } = await mailScene();
    const reply = await viewers.C.get(DELIVERIES);
    expect(reply.body).toEqual([
      {
        id: own,
        companyId: company.id,
        companyName: company.name,
        recipient: { fullName: user.fullName, username: user.username },
        kind: "immediate",
        feedbackId: item.id,
        title: "Dark mode",
        state: "sent",
        attempts: 1,
        response: "250 OK",
        createdAt: expect.any(String),
        finishedAt: null,
      },
    ]);
    expect(reply.headers["x-total-count"]).toBe("1");
  });

  test("mails older than 30 days are not listed", async () => {
    const { company, viewers, user, own } = await mailScene();
    const day = 24 * 60;
    const recent = await rows.mailDelivery(company, user, { createdAt: minutesAgo(29 * day) });
    await rows.mailDelivery(company, user, { createdAt: minutesAgo(31 * day) });
    expect(await idsOf(viewers.C, DELIVERIES)).toEqual([own, recent]);
  });

  test("mails can be filtered by state and searched by e-mail address and by the item's title", async () => {
    const { company, viewers, admin, own } = await mailScene();
    const digest = await rows.mailDelivery(company, admin, { kind: "daily", state: "failed" });
    expect(await idsOf(viewers.C, `${DELIVERIES}?state=failed`)).toEqual([digest]);
    expect(await idsOf(viewers.C, `${DELIVERIES}?search=DARK`)).toEqual([own]);
    expect(await idsOf(viewers.C, `${DELIVERIES}?search=${admin.username}`)).toEqual([digest]);
    expect(await idsOf(viewers.C, `${DELIVERIES}?search=dark&state=failed`)).toEqual([]);
    expect(await idsOf(viewers.C, `${DELIVERIES}?state=&search=%25`)).toEqual([]);
    const unknown = await viewers.C.get(`${DELIVERIES}?state=lost`);
    expect([unknown.status, unknown.body.errors]).toEqual([400, { state: ["Unknown state"] }]);
  });

  test("an admin sees the full e-mail address of a recipient who does not belong to the company only after the recipient wrote something or changed a status in the company", async () => {
    const { company, viewers, admin, item } = await mailScene();
    const board = await portal.board(company);
    const elsewhere = await portal.item(await portal.board(await portal.company()));
    const write: Record<string, (user: { id: number }) => Promise<unknown>> = {
      nothing: async () => {},
      vote: ({ id }) =>
        portal.sql("insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3)", [
          company.id,
          item.id,
          id,
        ]),
      commentElsewhere: ({ id }) => portal.comment(elsewhere, { userId: id }),
      item: ({ id }) => portal.item(board, { userId: id }),
      comment: ({ id }) => portal.comment(item, { userId: id }),
      status: ({ id }) =>
        portal.sql(
          `insert into status_change (company_id, feedback_id, from_status, to_status, user_id)
           values ($1, $2, 'new', 'planned', $3)`,
          [company.id, item.id, id],
        ),
    };
    for (const [name, act] of Object.entries(write)) {
      const isFull = ["item", "comment", "status"].includes(name);
      for (const home of [await portal.company(), undefined]) {
        const recipient = await portal.user("user", home);
        await act(recipient);
        const id = await rows.mailDelivery(company, recipient, { createdAt: minutesAgo(9) });
        const { body } = await viewers.C.get(DELIVERIES);
        const username = isFull ? recipient.username : "u•••";
        expect(body.find((mail: { id: number }) => mail.id === id).recipient, name).toEqual({
          fullName: recipient.fullName,
          username,
        });
        const search = `?search=${recipient.username}`;
        expect(await idsOf(viewers.C, `${DELIVERIES}${search}`), name).toEqual(isFull ? [id] : []);
        const ofCompany = `${SITE_DELIVERIES}${search}&companyId=${String(company.id)}`;
        expect((await viewers.S.get(ofCompany)).body, name).toMatchObject([
          { id, recipient: { username: recipient.username } },
        ]);
      }
    }
    const own = await rows.mailDelivery(company, admin, {});
    expect(await idsOf(viewers.C, `${DELIVERIES}?search=${admin.username}`)).toEqual([own]);
  });

  test("every mail is on exactly one page of the list, which begins with the newest mail", async () => {
    const { company, viewers, user, own } = await mailScene();
    const ids = [own];
    for (const minutes of [2, 2, 2, 1])
      ids.unshift(await rows.mailDelivery(company, user, { createdAt: minutesAgo(minutes) }));
    const listed = await readPages<{ id: number }>(viewers.C, `${DELIVERIES}?limit=2`);
    expect(listed.items.map(({ id }) => id)).toEqual(ids);
    const cursor = Buffer.from('["audit","2026-01-01T00:00:00.000Z",1]').toString("base64url");
    expect((await viewers.C.get(`${DELIVERIES}?cursor=${cursor}`)).status).toBe(400);
  });
});

describe("the list of all companies' mails", () => {
  test("a super admin can list the mails of all companies or of one company", async () => {
    const { company, other, viewers, own, foreign } = await mailScene();
    expect(await idsOf(viewers.S, SITE_DELIVERIES)).toEqual(expect.arrayContaining([own, foreign]));
    const ofCompany = (id: number) => `${SITE_DELIVERIES}?companyId=${String(id)}`;
    expect(await idsOf(viewers.S, ofCompany(company.id))).toEqual([own]);
    expect(await idsOf(viewers.T, ofCompany(other.id))).toEqual([foreign]);
  });
});

/**
 * Creates a company with a suppressed member, a suppressed member of another company, and a
 * suppressed account without a company.
 */
async function suppressionScene() {
  const cast = await newCast(portal);
  const outsider = await portal.user("user");
  for (const account of [cast.user, cast.stranger, outsider]) await rows.suppress(account);
  return { ...cast, outsider, path: `${SUPPRESSIONS}/${String(cast.user.id)}` };
}

async function suppressedIn(visitor: Visitor, path = SUPPRESSIONS): Promise<number[]> {
  return (await visitor.get(path)).body.map(({ userId }: { userId: number }) => userId);
}

describe("the list of suppressed e-mail addresses", () => {
  test("an admin sees the suppressed accounts of the admin's own company with the reason and the mail server's response", async () => {
    const { company, viewers, user } = await suppressionScene();
    await portal.sql("update user_account set username = upper(username) where id = $1", [user.id]);
    expect((await viewers.C.get(SUPPRESSIONS)).body).toEqual([
      {
        userId: user.id,
        fullName: user.fullName,
        username: user.username.toUpperCase(),
        companyId: company.id,
        companyName: company.name,
        reason: "bounced",
        detail: "550 5.1.1 No such user",
        createdAt: expect.any(String),
      },
    ]);
  });

  test("a super admin sees all suppressed accounts on the product's own host, and only a company's accounts on that company's host", async () => {
    const { company, other, viewers, user, stranger, outsider } = await suppressionScene();
    const expected = [outsider.id, stranger.id, user.id];
    for (const viewer of [viewers.S, viewers.W])
      expect(await suppressedIn(viewer)).toEqual(expect.arrayContaining(expected));
    expect(await suppressedIn(viewers.T)).toEqual([user.id]);
    const ofCompany = ({ id }: { id: number }) => `${SUPPRESSIONS}?companyId=${String(id)}`;
    expect(await suppressedIn(viewers.W, ofCompany(company))).toEqual([user.id]);
    expect(await suppressedIn(viewers.C, ofCompany(other))).toEqual([]);
  });

  test("every suppressed account is on exactly one page of the list, which begins with the newest suppression", async () => {
    const { company, viewers, user } = await suppressionScene();
    const newestFirst = [user.id];
    for (let count = 0; count < 3; count += 1) {
      const account = await portal.user("user", company);
      await rows.suppress(account);
      newestFirst.unshift(account.id);
    }
    const { items } = await readPages<{ userId: number }>(viewers.C, `${SUPPRESSIONS}?limit=2`);
    expect(items.map(({ userId }) => userId)).toEqual(newestFirst);
  });

  test("when an admin lifts the suppression of a member's e-mail address, the company's audit log records it", async () => {
    const { company, viewers, admin, user, path } = await suppressionScene();
    expect((await viewers.C.delete(path)).status).toBe(204);
    expect(await suppressedIn(viewers.C)).toEqual([]);
    expect(await auditOf(portal, company)).toMatchObject([
      {
        action: "mail-suppression.delete",
        actor: admin.username,
        subject: user.username,
        details: { reason: "bounced" },
      },
    ]);
    expect((await viewers.C.delete(path)).status).toBe(404);
  });

  test("when a super admin lifts the suppression of an account without a company, the installation's audit log records it", async () => {
    const { viewers, outsider } = await suppressionScene();
    const path = `${SUPPRESSIONS}/${String(outsider.id)}`;
    expect((await viewers.C.delete(path)).status).toBe(404);
    expect((await viewers.S.delete(path)).status).toBe(204);
    const entries = await portal.sql(
      "select subject, about_user_id from site_audit_entry where action = 'mail-suppression.delete'",
    );
    expect(entries).toEqual([{ subject: outsider.username, about_user_id: String(outsider.id) }]);
  });
});
