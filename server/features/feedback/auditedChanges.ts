import type { ItemSnapshot } from "./feedback.queries.ts";

/** What the audit log tells of an item with both values; in its words, since boards and categories come and go. */
const TOLD = {
  title: "title",
  category: "category",
  board: "boardName",
  boardCategory: "boardCategoryName",
} as const;

/**
 * What is different between two states of an item, as the audit log keeps it. Of a description only that it changed: it may be long,
 * and what an admin has taken out must not live on in a log that nobody can change. Status has a history of its own.
 */
export function auditedChanges(before: ItemSnapshot, after: ItemSnapshot): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [word, field] of Object.entries(TOLD)) {
    if (before[field] !== after[field]) changes[word] = { from: before[field], to: after[field] };
  }
  return before.description === after.description
    ? changes
    : { ...changes, description: "changed" };
}
