import { sql } from "#server/platform/db/sql.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * A category with its sort key and the number of all categories. A page without categories has a
 * single row, in which all columns except `total` are null.
 */
type ListedCategory = { total: number } & (
  | (BoardCategory & { sortName: string })
  | Record<keyof BoardCategory | "sortName", null>
);

/**
 * Returns up to `rows` categories after `afterName`, sorted by name ignoring case. Items on boards
 * that the viewer cannot see are not counted.
 */
export const listCategories = statement<
  Pick<Visibility, "companyId" | "canSeePrivate"> & { afterName: string; rows: number },
  ListedCategory
>(
  "list_categories",
  (p) => sql`
    select counted.total, page.*
    from (select count(*) as total from board_category where company_id = ${p.companyId}) counted
    left join (
      select c.id, c.name, c.company_id, c.created_at, lower(c.name) as sort_name,
        coalesce((
          select sum(counter.items)
          from feedback_counter counter
          join board b on b.company_id = counter.company_id and b.id = counter.board_id
          where counter.company_id = c.company_id and counter.board_category_id = c.id
            and (not b.is_private or ${p.canSeePrivate})
        ), 0) as feedback_count
      from board_category c
      where c.company_id = ${p.companyId} and lower(c.name) > ${p.afterName}
      order by lower(c.name) limit ${p.rows}
    ) page on true
    order by page.sort_name
  `,
);

export const insertCategory = statement<{ companyId: number; name: string }, { id: number }>(
  "insert_category",
  (p) => sql`
    insert into board_category (company_id, name) values (${p.companyId}, ${p.name}) returning id
  `,
);

export const renameCategory = statement<
  { companyId: number; categoryId: number; name: string },
  { id: number }
>(
  "rename_category",
  (p) => sql`
    update board_category set name = ${p.name}
    where company_id = ${p.companyId} and id = ${p.categoryId}
    returning id
  `,
);

export const deleteCategory = statement<
  { companyId: number; categoryId: number },
  { name: string }
>(
  "delete_category",
  (p) => sql`
    delete from board_category where company_id = ${p.companyId} and id = ${p.categoryId}
    returning name
  `,
);

/**
 * Maximum number of items to change in one transaction. The change of an item locks the item's
 * counters until the transaction ends.
 */
const ITEMS_AT_ONCE = 500;

/** Removes a category from up to `ITEMS_AT_ONCE` of its items and returns their ids. */
export const removeCategoryFromItems = statement<
  { companyId: number; categoryId: number },
  { id: number }
>(
  "remove_category_from_items",
  (p) => sql`
    update feedback_item f set board_category_id = null
    from (
      select company_id, id from feedback_item
      where company_id = ${p.companyId} and board_category_id = ${p.categoryId}::bigint
      limit ${sql.lit(ITEMS_AT_ONCE)}
    ) chosen
    where f.company_id = chosen.company_id and f.id = chosen.id
      and f.board_category_id = ${p.categoryId}::bigint
    returning f.id
  `,
);
