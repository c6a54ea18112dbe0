import { onTestFinished, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { mailedUser } from "#server/checks/fixtures/notificationFixtures.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";
import { connect } from "#server/operations/backup/connection.queries.ts";
import { inTransactionOf } from "#server/operations/backup/rows.queries.ts";
import { setReadOnly } from "./readOnly.queries.ts";
import { listUnsubscribed, unsubscribeAll } from "./unsubscribed.queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function switchReadOnly(
  company: { id: number; name: string },
  isReadOnly: boolean,
): Promise<void> {
  const connection = await connect(portal.connectionString);
  try {
    await inTransactionOf(connection, () => setReadOnly(connection, company, isReadOnly));
  } finally {
    await connection.close();
  }
}

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const item = await portal.item(board);
  return { company, board, item, ...(await castOf(portal, company)) };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MOVED = "This portal is being moved. Please try again in a minute.";

describe("a read-only company", () => {
  test("each change of a read-only company gets 503, while reads and logins succeed", async () => {
    const { company, board, item, viewers, user } = await scene();
    await switchReadOnly(company, true);
    const item_ = `/api/feedback/${String(item.id)}`;
    const changes = [
      viewers.U.post(`${item_}/vote`),
      viewers.U.post(`${item_}/comments`, { content: "Hello" }),
      viewers.U.post("/api/feedback", { title: "T", description: "D", boardId: board.id }),
      viewers.C.patch(item_, { status: "planned" }),
      viewers.C.delete(item_),
      viewers.C.post("/api/boards", { name: "New", slug: "new" }),
      viewers.C.delete(`/api/boards/${String(board.id)}`),
      viewers.C.post("/api/categories", { name: "New" }),
      viewers.C.patch(`/api/company/${String(company.id)}`, { name: "New" }),
      viewers.S.patch(`/api/admin/users/${String(user.id)}`, { fullName: "New" }),
    ];
    for (const { status, body, headers } of await Promise.all(changes))
      expect([status, body.message, headers["retry-after"]]).toEqual([503, MOVED, "5"]);
    expect((await viewers.A.get(item_)).body).toMatchObject({ title: item.title, votes: 0 });
    const login = await portal
      .visitor(company.host)
      .post("/api/login", { username: user.username, password: TEST_PASSWORD });
    expect(login.status).toBe(200);
  });

  test("only the read-only company refuses changes, and a company that is writable again accepts changes", async () => {
    const { company, item, viewers } = await scene();
    await switchReadOnly(company, true);
    const other = await scene();
    expect((await other.viewers.U.post(`/api/feedback/${String(other.item.id)}/vote`)).status).toBe(
      200,
    );
    await switchReadOnly(company, false);
    expect((await viewers.U.post(`/api/feedback/${String(item.id)}/vote`)).status).toBe(200);
  });

  test("a company becomes read-only only after its running changes have ended", async () => {
    const { company, item } = await scene();
    const writer = await connect(portal.connectionString);
    onTestFinished(() => writer.close());
    await writer.rows("begin");
    await writer.rows("select set_config('app.company_id', $1, true)", [String(company.id)]);
    await writer.rows(
      "insert into comment (company_id, feedback_id, content) values ($1, $2, 'x')",
      [company.id, item.id],
    );
    let isDone = false;
    const done = switchReadOnly(company, true).then(() => (isDone = true));
    await expect
      .poll(() => portal.sql("select from pg_locks where locktype = 'advisory' and not granted"))
      .toHaveLength(1);
    expect(isDone).toBe(false);
    await writer.rows("commit");
    await done;
  });

  test("making a read-only company read-only again is refused with a message of one line, and making a writable company writable again is not refused", async () => {
    const { company } = await scene();
    await switchReadOnly(company, true);
    await expect(switchReadOnly(company, true)).rejects.toThrow(
      /^The company [^\n]+ is read-only already: [^\n]+$/,
    );
    await switchReadOnly(company, false);
    await switchReadOnly(company, false);
  });

  test("a user of another company is not deleted while a company with the user's votes or texts is read-only", async () => {
    const traces: ((itemId: number, company: TestCompany, userId: number) => Promise<unknown>)[] = [
      (itemId, company, userId) =>
        portal.sql(
          `with vote as (insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3))
           update feedback_item set votes = votes + 1 where id = $2`,
          [company.id, itemId, userId],
        ),
      (itemId, _, userId) => portal.comment({ id: itemId }, { userId }),
      (itemId, _, userId) =>
        portal.sql("update feedback_item set user_id = $2 where id = $1", [itemId, userId]),
    ];
    const { company, item, viewers } = await scene();
    for (const leave of traces) {
      const other = await portal.user("user", await portal.company());
      await leave(item.id, company, other.id);
      await switchReadOnly(company, true);
      const remove = () => viewers.S.delete(`/api/admin/users/${String(other.id)}`);
      const { status, body } = await remove();
      expect([status, body.message]).toEqual([503, MOVED]);
      await switchReadOnly(company, false);
      expect((await remove()).status).toBe(204);
    }
  });

  test("an account of a read-only company can unsubscribe from all mails, and its company's new installation can then unsubscribe the account too", async () => {
    const { company, user, path, token } = await mailedUser(portal, "company_admin");
    const visitor = portal.visitor(company.host);
    await switchReadOnly(company, true);
    const save = await visitor.post(path, "action=save&email=weekly&timeZone=Asia/Tokyo", FORM);
    expect([save.status, save.body.message]).toEqual([503, MOVED]);
    expect((await visitor.post(path, "List-Unsubscribe=One-Click", FORM)).status).toBe(200);
    const paces = () =>
      portal.sql(
        "select email_pace as email, new_feedback_pace as news, time_zone as zone from user_account where id = $1",
        [user.id],
      );
    expect(await paces()).toEqual([{ email: "off", news: "off", zone: "UTC" }]);

    // Simulates the company's new installation, in which the account still gets mails.
    const connection = await connect(portal.connectionString);
    onTestFinished(() => connection.close());
    const tokens = await listUnsubscribed(connection, company.id);
    expect(tokens).toEqual([token]);
    await switchReadOnly(company, false);
    await portal.sql("update user_account set email_pace = 'daily' where id = $1", [user.id]);
    expect(await unsubscribeAll(connection, [...tokens, crypto.randomUUID()])).toBe(1);
    expect(await paces()).toEqual([{ email: "off", news: "off", zone: "UTC" }]);
  });

  test("a super admin can delete a moved company although it is read-only", async () => {
    const { company, viewers } = await scene();
    await switchReadOnly(company, true);
    expect((await viewers.S.delete(`/api/admin/companies/${String(company.id)}`)).status).toBe(204);
    expect(await portal.sql("select from company where id = $1", [company.id])).toEqual([]);
  });
});
