import { runMigrations } from "graphile-worker";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app/buildApp.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import type { Factories } from "#server/checks/fixtures/factories.ts";
import { recount } from "#server/operations/recount/recount.queries.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { silentLogger } from "#server/checks/fixtures/silentLogger.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import type { Visitor } from "#server/checks/fixtures/testPortal.ts";
import { visitorOf } from "#server/checks/fixtures/testPortal.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./database.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { migrate } from "./migrate.ts";

// Hosted PostgreSQL services provide no superuser. An ordinary role owns the database, and forced
// row-level security also restricts that role.

let superuser: TestDatabase;
let connectionString: string;
let database: Database;
let make: Factories;
let visitor: (host: string, user?: { cookie: string }) => Visitor;
beforeAll(async () => {
  superuser = await startTestDatabase("empty");
  const owner = `owner_of_${superuser.name}`;
  await superuser.sql(`create role ${owner} login createrole password 'owner-password'`);
  await superuser.sql(`grant hearback_app, hearback_system to ${owner} with admin option`);
  await superuser.sql(`alter database ${superuser.name} owner to ${owner}`);
  const address = new URL(superuser.connectionString);
  address.username = owner;
  address.password = "owner-password";
  connectionString = address.href;
  await migrate(connectionString);
  await runMigrations({ connectionString, logger: silentLogger });
  make = createFactories(superuser.sql);
  database = openDatabase({ connectionString, onIdleError: () => undefined });
  const app = await buildApp({
    config: loadConfig({ LOG_LEVEL: "silent" }),
    database,
    changes: localFeed(),
    logger: pino({ level: "silent" }),
  });
  visitor = (host, user) => visitorOf(app, host, user?.cookie);
  onFileFinished(async () => {
    await app.close();
    await database.close();
    await superuser.sql(`reassign owned by ${owner} to current_user`);
    await superuser.sql(`drop owned by ${owner}`);
    await superuser.sql(`revoke hearback_app, hearback_system from ${owner}`);
    await superuser.sql(`drop role ${owner}`);
  });
});

async function scene() {
  const company = await make.company();
  const board = await make.board(company);
  const label = await make.category(company);
  const item = await make.item(board, { title: "Findable", boardCategoryId: label.id });
  const [admin, user] = [
    await make.user("company_admin", company),
    await make.user("user", company),
  ];
  return {
    company,
    board,
    label,
    item,
    user,
    adminId: admin.id,
    admin: visitor(company.host, admin),
    voter: visitor(company.host, user),
  };
}

describe("a database whose owner is not a superuser", () => {
  test("a search in a database whose owner is not a superuser finds only the company's own items", async () => {
    const { admin, item } = await scene();
    await scene();
    const reply = await admin.get("/api/feedback?search=findable");
    expect(reply.body.map(({ id }: { id: number }) => id)).toEqual([item.id]);
    expect(reply.headers["x-total-count"]).toBe("1");
  });

  test("votes, comments and moves are counted in a database whose owner is not a superuser", async () => {
    const { admin, voter, item, company } = await scene();
    const path = `/api/feedback/${String(item.id)}`;
    expect((await voter.post(`${path}/vote`)).body.votes).toBe(1);
    expect((await voter.post(`${path}/comments`, { content: "Yes" })).status).toBe(201);
    expect((await admin.patch(path, { status: "planned" })).status).toBe(200);
    const board = await make.board(company);
    expect((await admin.patch(path, { boardId: board.id })).status).toBe(200);
    expect((await admin.get("/api/feedback?status=planned")).headers["x-total-count"]).toBe("1");
  });

  test("in a database whose owner is not a superuser, counts stay correct when a voter's account is deleted", async () => {
    const { admin, voter, item, user } = await scene();
    const path = `/api/feedback/${String(item.id)}`;
    await voter.post(`${path}/vote`);
    await superuser.sql(
      `begin; set local role hearback_system; delete from user_account where id = ${String(user.id)}; commit`,
    );
    expect((await admin.get(path)).body.votes).toBe(0);
  });

  test("the name of a deleted account is removed from the audit log in a database whose owner is not a superuser", async () => {
    const { company, label, adminId, admin } = await scene();
    await admin.delete(`/api/categories/${String(label.id)}`);
    await superuser.sql(
      `begin; set local role hearback_system; delete from user_account where id = ${String(adminId)}; commit`,
    );
    expect(
      await superuser.sql("select actor_username as actor from audit_entry where company_id = $1", [
        company.id,
      ]),
    ).toEqual([{ actor: `Deleted user #${String(adminId)}` }]);
  });

  test("counts of any company can be recounted in a database whose owner is not a superuser", async () => {
    const { admin, voter, item } = await scene();
    const path = `/api/feedback/${String(item.id)}`;
    await voter.post(`${path}/vote`);
    await superuser.sql("update feedback_item set votes = 40 where id = $1", [item.id]);
    expect((await recount(connectionString))[0]).toBe("Votes of items: 1 wrong, 1 corrected");
    expect((await admin.get(path)).body.votes).toBe(1);
  });

  test("in a database whose owner is not a superuser, counts stay correct when a category or a board is deleted", async () => {
    const { admin, board, label, company, item } = await scene();
    const asTenant = (text: string) =>
      superuser.sql(
        `begin; set local role hearback_app; select set_config('app.company_id', '${String(company.id)}', true); ${text}; commit`,
      );
    await asTenant(`delete from board_category where id = ${String(label.id)}`);
    expect((await admin.get(`/api/feedback/${String(item.id)}`)).body.boardCategoryId).toBeNull();
    const counts = await superuser.sql(
      "select board_category_id::int as label, items from feedback_counter where company_id = $1 and items <> 0",
      [company.id],
    );
    expect(counts).toEqual([{ label: 0, items: 1 }]);
    await asTenant(`delete from board where id = ${String(board.id)}`);
    expect((await admin.get("/api/feedback")).headers["x-total-count"]).toBe("0");
  });
});
