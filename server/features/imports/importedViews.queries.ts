import { sql } from "#server/platform/db/sql.ts";
import type { ViewFilters } from "#contract/savedViews.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The filters of a view, as they are stored: ids have columns of their own. */
export interface StoredFilters {
  filters: Omit<ViewFilters, "boardId" | "boardCategoryId">;
  boardId: number | null;
  boardCategoryId: number | null;
  assigneeId: number | null;
}

/** Returns the company's views with these names, ignoring case. `name` is the given name. */
export const listViewsNamed = statement<
  { companyId: number; viewNames: readonly string[] },
  StoredFilters & { name: string }
>(
  "list_views_named",
  (p) => sql`
    select given.name, v.filters, v.board_id, v.board_category_id, v.assignee_id
    from unnest(${p.viewNames}::text[]) given (name)
    join saved_view v on v.company_id = ${p.companyId} and fold_text(v.name) = fold_text(given.name)
  `,
);

const viewRecord = sql`(position integer, id bigint, name text, filters jsonb, board_id bigint,
  board_category_id bigint, assignee_id bigint, created_at timestamptz)`;

/**
 * Inserts views, and returns the ids by name. Leaves out views whose name is taken, and views whose
 * board, topic or assignee was deleted. `newViews` is JSON text.
 */
export const insertViews = statement<
  { companyId: number; newViews: string },
  { id: number; name: string }
>(
  "insert_imported_views",
  (p) => sql`
    insert into saved_view
      (company_id, name, filters, board_id, board_category_id, assignee_id, created_at)
    select ${p.companyId}, name, filters, board_id, board_category_id, assignee_id,
      coalesce(created_at, now())
    from jsonb_to_recordset(${p.newViews}::jsonb) as given ${viewRecord}
    where (board_id is null or exists (
        select from board where company_id = ${p.companyId} and id = board_id
      ))
      and (board_category_id is null or exists (
        select from board_category where company_id = ${p.companyId} and id = board_category_id
      ))
      and (assignee_id is null or exists (
        select from user_account
        where id = assignee_id and home_company_id = ${p.companyId} and role = 'company_admin'
          and is_active
      ))
    order by position
    on conflict do nothing
    returning id, name
  `,
);

/** Deletes imported views that nobody has changed. `importedViews` is JSON text. */
export const deleteUnchangedViews = statement<{ companyId: number; importedViews: string }, never>(
  "delete_unchanged_views",
  (p) => sql`
    delete from saved_view v
    using jsonb_to_recordset(${p.importedViews}::jsonb) as given ${viewRecord}
    where v.company_id = ${p.companyId} and v.id = given.id and v.name = given.name
      and v.filters = given.filters
      and v.board_id is not distinct from given.board_id
      and v.board_category_id is not distinct from given.board_category_id
      and v.assignee_id is not distinct from given.assignee_id
  `,
);
