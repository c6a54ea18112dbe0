import type { Assignee } from "#contract/assignees.ts";
import type { AssigneeWord } from "#contract/feedbackFields.ts";
import { ASSIGNEE_WORD_LABELS } from "#contract/feedbackFields.ts";

/**
 * Returns the name of an admin, or a placeholder for an admin without a name and for an id that is
 * not in `admins`.
 */
export function nameOfAdmin(admins: readonly Assignee[], adminId: number): string {
  const admin = admins.find(({ id }) => id === adminId);
  return admin ? (admin.fullName ?? "No name") : "Unknown admin";
}

/** Returns the label of a filter by assignee. */
export function assigneeLabel(
  assigneeId: AssigneeWord | number,
  admins: readonly Assignee[],
): string {
  return typeof assigneeId === "number"
    ? `Assigned to ${nameOfAdmin(admins, assigneeId)}`
    : ASSIGNEE_WORD_LABELS[assigneeId];
}
