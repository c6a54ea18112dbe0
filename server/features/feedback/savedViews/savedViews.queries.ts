import { sql } from "#server/platform/db/sql.ts";
import type { SavedView } from "#contract/savedViews.ts";
import { VIEW_LIMIT } from "#contract/savedViews.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { statement } from "#server/platform/db/statement.ts";

interface StoredView {
  name: string;
  /** The filters without the ids, as JSON text. */
  filters: string;
  boardId: number | null;
  boardCategoryId: number | null;
  assigneeId: number | null;
}

/** The columns of a `SavedView`. */
export const viewColumns = sql`id, name, filters || jsonb_strip_nulls(jsonb_build_object(
  'boardId', board_id, 'boardCategoryId', board_category_id, 'assigneeId', assignee_id
)) as filters`;

export const listViews = statement<{ companyId: number }, SavedView>(
  "list_views",
  (p) => sql`
    select ${viewColumns} from saved_view where company_id = ${p.companyId}
    order by lower(name) limit ${sql.lit(VIEW_LIMIT)}
  `,
);

export const insertView = statement<{ companyId: number } & StoredView, SavedView>(
  "insert_view",
  (p) => sql`
    insert into saved_view (company_id, name, filters, board_id, board_category_id, assignee_id)
    values (${p.companyId}, ${p.name}, ${p.filters}::jsonb, ${p.boardId}, ${p.boardCategoryId},
      ${p.assigneeId})
    returning ${viewColumns}
  `,
);

export const findView = statement<{ companyId: number; viewId: number }, SavedView>(
  "find_view",
  (p) => sql`
    select ${viewColumns} from saved_view where company_id = ${p.companyId} and id = ${p.viewId}
  `,
);

/** Sets the fields of a view that are named in `changed`. */
export const updateView = statement<
  { companyId: number; viewId: number; changed: readonly string[] } & Partial<StoredView>,
  SavedView
>(
  "update_view",
  (p) => sql`
    update saved_view set ${assignChanged(
      {
        name: "text",
        filters: "jsonb",
        boardId: "bigint",
        boardCategoryId: "bigint",
        assigneeId: "bigint",
      },
      p,
    )}
    where company_id = ${p.companyId} and id = ${p.viewId}
    returning ${viewColumns}
  `,
);

export const deleteView = statement<{ companyId: number; viewId: number }, { name: string }>(
  "delete_view",
  (p) => sql`
    delete from saved_view where company_id = ${p.companyId} and id = ${p.viewId} returning name
  `,
);
