import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import type { Sql } from "./ownerSql.ts";
import { bySize } from "#server/checks/fixtures/testSize.ts";

/** A company with people who have much to say. */
export interface Community {
  company: TestCompany;
  board: { id: number };
  admin: TestUser;
  users: TestUser[];
  items: number[];
}

/** So many that none of them meets the limits of an account (100 submissions an hour), however long the run. */
const PEOPLE = bySize(20, 1000);

/** Straight into the database; everyone is signed in. */
export async function createCommunity(sql: Sql, people = PEOPLE): Promise<Community> {
  const make = createFactories(sql);
  const company = await make.company();
  const board = await make.board(company);
  const admin = await make.user("company_admin", company);
  const users: TestUser[] = [];
  for (let n = 0; n < people; n += 1) users.push(await make.user("user", company));
  const items: number[] = [];
  for (let n = 0; n < 20; n += 1) items.push((await make.item(board)).id);
  return { company, board, admin, users, items };
}
