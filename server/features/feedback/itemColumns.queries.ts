import type { FeedbackItem } from "#contract/feedback.ts";
import type { ChangeableField, FeedbackField } from "#contract/feedbackFields.ts";
import {
  CHANGEABLE_FIELDS,
  describeField,
  FEEDBACK_FIELD_NAMES,
} from "#contract/feedbackFields.ts";
import { sql } from "#server/platform/db/sql.ts";

/* The columns of the item `f`. */

export type StoredItem = Pick<
  FeedbackItem,
  FeedbackField | "companyId" | "userId" | "isAuthorDeleted"
>;

const columnOf = (name: keyof StoredItem) => sql.ref(`f.${name}`);
const INTERNAL = ["companyId", "userId", "isAuthorDeleted"] as const;

export const fieldColumns = sql.join(FEEDBACK_FIELD_NAMES.map(columnOf));

export const itemColumns = sql.join([...FEEDBACK_FIELD_NAMES, ...INTERNAL].map(columnOf));

/** `itemColumns` without the description, which can be long. */
export const shortItemColumns = sql.join(
  [...FEEDBACK_FIELD_NAMES, ...INTERNAL].filter((name) => name !== "description").map(columnOf),
);

/** Returns `itemColumns`, with null for what only admins see if the viewer is no admin. */
export function itemColumnsFor({ canSeePrivate }: { canSeePrivate: unknown }) {
  const fields = FEEDBACK_FIELD_NAMES.map((name) =>
    describeField(name).isForAdmins
      ? sql`case when ${canSeePrivate}::boolean then ${columnOf(name)} end as ${sql.ref(name)}`
      : columnOf(name),
  );
  return sql.join([...fields, ...INTERNAL.map(columnOf)]);
}

const isText = (field: ChangeableField) => ["text", "word"].includes(describeField(field).type);

/** The fields that a change of an item can set, with their SQL types. */
export const CHANGEABLE = Object.fromEntries(
  CHANGEABLE_FIELDS.map((field) => [field, isText(field) ? "text" : "bigint"]),
) as Record<ChangeableField, "text" | "bigint">;
