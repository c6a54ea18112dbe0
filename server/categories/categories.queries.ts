import { sql } from "kysely";
import type { BoardCategory } from "#contract/categories.ts";
import { statement } from "#server/db/statement.ts";

/** By name, without case. */
export const listCategories = statement<{ companyId: number }, BoardCategory>("list_categories", (q, p) =>
  q
    .selectFrom("boardCategory")
    .select(["id", "name", "createdAt"])
    .where("companyId", "=", p.companyId)
    .orderBy(sql`lower(name)`)
    .compile(),
);
