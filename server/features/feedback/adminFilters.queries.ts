import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";

/** The filters of lists that only admins can use. */
export interface AdminFilters {
  /**
   * With `one`, the list contains the items of one assignee. With `none`, the list contains the
   * items without an assignee. If undefined, the list is not filtered by assignee.
   */
  byAssignee: "one" | "none" | undefined;
  byUnanswered: boolean;
}

/** Whether a list has a filter that only admins can use. */
export const hasAdminFilter = ({ byAssignee, byUnanswered }: AdminFilters) =>
  byAssignee !== undefined || byUnanswered;

/** Returns the conditions of the filters on the item `f`. */
export function adminConditions(
  { byAssignee, byUnanswered }: AdminFilters,
  { assigneeId }: { assigneeId: number },
): Sql[] {
  return [
    ...(byAssignee === "one" ? [sql`f.assignee_id = ${assigneeId}`] : []),
    ...(byAssignee === "none" ? [sql`f.assignee_id is null`] : []),
    ...(byUnanswered ? [sql`not f.is_answered`] : []),
  ];
}
