import type { ItemSnapshot } from "./feedback.queries.ts";

/**
 * Fields that are recorded with both values, by their names in the log. Boards and categories are
 * recorded by name, since they may be deleted.
 */
const AUDITED_FIELDS = {
  title: "title",
  category: "category",
  board: "boardName",
  boardCategory: "boardCategoryName",
} as const;

/**
 * The differences between two states of an item, as they are recorded in the audit log. For a
 * description, only that it changed: it may be long, and text that an admin has removed must not
 * survive in a log that cannot be edited. The status has its own history.
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
