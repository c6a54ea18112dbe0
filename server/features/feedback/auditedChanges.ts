import type { ItemSnapshot } from "./feedback.queries.ts";

/**
 * The fields whose old and new values are recorded. The keys are the names of the fields in the
 * audit log. Boards and categories are recorded by name, because they can be deleted later.
 * Accounts are recorded by id, because a deleted account's name must not remain in the log.
 */
const AUDITED_FIELDS = {
  title: "title",
  category: "category",
  board: "boardName",
  boardCategory: "boardCategoryName",
  assigneeId: "assigneeId",
} as const;

/**
 * Returns the differences between two states of an item as they are recorded in the audit log. For
 * the description, it returns only that the description has changed. A description can be long, and
 * text that an admin has removed must not remain in a log that cannot be edited. The status is
 * omitted, because it has its own history.
 */
export function auditedChanges(before: ItemSnapshot, after: ItemSnapshot): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [word, field] of Object.entries(AUDITED_FIELDS)) {
    if (before[field] !== after[field]) changes[word] = { from: before[field], to: after[field] };
  }
  return before.description === after.description
    ? changes
    : { ...changes, description: "changed" };
}
