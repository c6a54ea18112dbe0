import { sql } from "kysely";
import type { BoardCategory } from "#contract/categories.ts";
import { statement } from "#server/db/statement.ts";

/** By name, without case. The counts leave out what stands on boards the viewer may not see. */
export const listCategories = statement<{ companyId: number; canSeePrivate: boolean }, BoardCategory>(
  "list_categories",
  (q, p) =>
    sql<BoardCategory>`
      select c.id, c.name, c.created_at,
        coalesce((
          select sum(counter.items)
          from feedback_counter counter join board b on b.company_id = counter.company_id and b.id = counter.board_id
          where counter.company_id = c.company_id and counter.board_category_id = c.id
            and (not b.is_private or ${p.canSeePrivate})
        ), 0) as feedback_count
      from board_category c
      where c.company_id = ${p.companyId}
      order by lower(c.name)
    `.compile(q),
);

export const insertCategory = statement<{ companyId: number; name: string }, { id: number }>(
  "insert_category",
  (q, p) =>
    q.insertInto("boardCategory").values({ companyId: p.companyId, name: p.name }).returning("id").compile(),
);

export const renameCategory = statement<
  { companyId: number; categoryId: number; name: string },
  { id: number }
>("rename_category", (q, p) =>
  q
    .updateTable("boardCategory")
    .set({ name: p.name })
    .where("companyId", "=", p.companyId)
    .where("id", "=", p.categoryId)
    .returning("id")
    .compile(),
);

export const deleteCategory = statement<{ companyId: number; categoryId: number }, { name: string }>(
  "delete_category",
  (q, p) =>
    q
      .deleteFrom("boardCategory")
      .where("companyId", "=", p.companyId)
      .where("id", "=", p.categoryId)
      .returning("name")
      .compile(),
);
