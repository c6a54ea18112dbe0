import { sql } from "kysely";
import type { User, UserRole } from "#contract/users.ts";
import { statement } from "#server/db/statement.ts";

type UserWithPassword = User & { passwordHash: string };

const userColumns = ["id", "username", "fullName", "role", "homeCompanyId as companyId", "createdAt"] as const;

/** By e-mail, without case. */
export const findUserByUsername = statement<{ username: string }, UserWithPassword>(
  "find_user_by_username",
  (q, p) =>
    q
      .selectFrom("userAccount")
      .select([...userColumns, "passwordHash"])
      .where(sql`lower(username)`, "=", sql`lower(${p.username})`)
      .compile(),
);

export const insertUser = statement<
  { username: string; passwordHash: string; fullName: string | null; role: UserRole; companyId: number | null },
  User
>("insert_user", (q, p) =>
  q
    .insertInto("userAccount")
    .values({
      username: p.username,
      passwordHash: p.passwordHash,
      fullName: p.fullName,
      role: p.role,
      homeCompanyId: p.companyId,
    })
    .returning(userColumns)
    .compile(),
);

export const countUsers = statement<Record<never, never>, { count: number }>("count_users", (q) =>
  q.selectFrom("userAccount").select((e) => e.fn.countAll<number>().as("count")).compile(),
);
