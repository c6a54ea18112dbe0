import { describeField, FEEDBACK_FIELD_NAMES } from "#contract/feedbackFields.ts";
import type { Activity } from "./activity.ts";

/** Whether only admins see the field of an item with this name. */
export const isFieldForAdmins = (name: string) =>
  FEEDBACK_FIELD_NAMES.some((field) => field === name && describeField(field).isForAdmins);

/**
 * Whether the activity changes only what visitors cannot see: a note, a comment that is not public,
 * or fields for admins.
 */
export const isForAdmins = ({ kind, data }: Activity) =>
  kind === "note_added" ||
  ((kind === "comment_deleted" || kind === "comment_edited") && data.visibility !== "public") ||
  (kind === "item_changed" && Object.keys(data.changes).every(isFieldForAdmins));
