import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import type { Sql } from "./ownerSql.ts";

/** A company with a board, an admin, users and items. */
export interface Community {
  company: TestCompany;
  board: { id: number };
  admin: TestUser;
  users: TestUser[];
  items: number[];
}

/** Number of users, enough that none reaches a rate limit (100 submissions an hour) for hours. */
export const MANY_USERS = 1000;

/** Inserts a community with SQL. The admin and all users have sessions. */
export async function createCommunity(sql: Sql, userCount = 20): Promise<Community> {
  const make = createFactories(sql);
  const company = await make.company();
  const board = await make.board(company);
  const admin = await make.user("company_admin", company);
  const users: TestUser[] = [];
  for (let n = 0; n < userCount; n += 1) users.push(await make.user("user", company));
  const items: number[] = [];
  for (let n = 0; n < 20; n += 1) items.push((await make.item(board)).id);
  return { company, board, admin, users, items };
}
