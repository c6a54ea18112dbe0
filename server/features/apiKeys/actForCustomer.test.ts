import { beforeAll, describe, expect, test } from "vitest";
import { makeApiKey, withApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const onBehalfOf = { email: "Sam@Customer.example", name: "Sam Rivera" };

async function scene() {
  const cast = await newCast(portal);
  const { company, viewers } = cast;
  const board = await portal.board(company);
  const { key } = await makeApiKey(viewers.C, ["feedback:read", "feedback:write"]);
  const program = withApiKey(portal, company.host, key);
  const submit = (extra: object = { onBehalfOf }) =>
    program.post("/api/feedback", {
      title: "Dark mode",
      description: "Please",
      boardId: board.id,
      ...extra,
    });
  const accounts = () =>
    portal.sql(
      "select full_name, is_active, confirmed_at, role from user_account where is_imported and role = 'user' and home_company_id = $1 order by id",
      [company.id],
    );
  return { ...cast, board, program, submit, accounts };
}

describe("an API key that acts for a customer", () => {
  test("makes the customer the author, voter and commenter, unclaimed and unconfirmed", async () => {
    const { viewers, program, submit, accounts } = await scene();
    const item = await submit();
    expect([item.status, item.body.author]).toEqual([
      201,
      { fullName: "Sam Rivera", username: "Sam@customer.example", pictureUrl: null },
    ]);
    const path = `/api/feedback/${String(item.body.id)}`;
    const commented = await program.post(`${path}/comments`, { content: "Yes", onBehalfOf });
    expect(commented.body).toMatchObject({ user: { fullName: "Sam Rivera" }, isByTeam: false });
    const other = { email: "kim@customer.example" };
    for (const _ of [1, 2]) {
      const voted = await program.post(`${path}/vote`, { onBehalfOf: other });
      expect(voted.body).toEqual({ votes: 1, hasVoted: true });
    }
    expect((await viewers.C.get(`${path}/votes`)).body).toMatchObject([
      { recordedBy: { fullName: "Desk (API)" } },
    ]);
    const unclaimed = { is_active: false, confirmed_at: null, role: "user" };
    expect(await accounts()).toEqual([
      { full_name: "Sam Rivera", ...unclaimed },
      { full_name: null, ...unclaimed },
    ]);
  });

  test("publishes the customer's first post at once, whatever the company's moderation", async () => {
    const { company, submit } = await scene();
    await portal.sql("update company set moderation = 'all' where id = $1", [company.id]);
    expect((await submit()).body).toMatchObject({ state: "open", status: "new" });
  });

  test("gives what it wrote to whoever registers with that confirmed address", async () => {
    const { company, viewers, submit } = await scene();
    const item = (await submit()).body as { id: number };
    const registered = await viewers.A.post("/api/register", {
      fullName: "Sam R",
      username: onBehalfOf.email,
      password: "marmalade sandwich 7",
    });
    const id = registered.body.id as number;
    await portal.sql("update user_account set confirmed_at = now() where id = $1", [id]);
    await portal.sql(
      "select enqueue_job('claimImported', jsonb_build_object('companyId', $1::bigint, 'userId', $2::bigint))",
      [company.id, id],
    );
    await runJobs(portal);
    expect((await viewers.C.get(`/api/feedback/${String(item.id)}`)).body.userId).toBe(id);
    expect((await submit()).body.userId).toBe(id);
  });

  test("acts as the account of a customer who has confirmed the address", async () => {
    const { user, submit, accounts } = await scene();
    const item = await submit({ onBehalfOf: { email: user.username, name: "Somebody" } });
    expect(item.body).toMatchObject({ userId: user.id, author: { fullName: user.fullName } });
    expect(await accounts()).toEqual([]);
  });

  test("never acts for a teammate, a blocked account, or without a key", async () => {
    const { viewers, admin, superOfA, user, submit, board, accounts } = await scene();
    await viewers.C.post(`/api/blocked-accounts/${String(user.id)}`, {});
    await portal.sql(
      "insert into blocked_account (company_id, user_id) select home_company_id, id from user_account where id = $1 on conflict do nothing",
      [user.id],
    );
    for (const [email, message] of [
      [admin.username, "This address belongs to a member of your team"],
      [user.username, "This account is blocked in your portal"],
      ["no address", "Invalid email format"],
    ]) {
      const refused = await submit({ onBehalfOf: { email } });
      expect([refused.status, refused.body.errors]).toEqual([400, { onBehalfOf: [message] }]);
    }
    // Neither if the blocked account has not confirmed its address.
    await portal.sql("update user_account set confirmed_at = null where id = $1", [user.id]);
    expect((await submit({ onBehalfOf: { email: user.username } })).status).toBe(400);
    const asAdmin = await viewers.C.post("/api/feedback", {
      title: "T",
      description: "D",
      boardId: board.id,
      onBehalfOf,
    });
    expect([asAdmin.status, asAdmin.body.message]).toEqual([
      400,
      "Only a request with an API key can act for a customer",
    ]);
    expect(await accounts()).toEqual([]);
    // The address of a super admin of the installation is not known to a company.
    const item = await submit({ onBehalfOf: { email: superOfA.username } });
    expect(item.body.userId).not.toBe(superOfA.id);
  });
});
