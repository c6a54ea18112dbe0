import type { FeedbackItem } from "#contract/feedback.ts";
import type { ChangeableField, FeedbackField } from "#contract/feedbackFields.ts";
import {
  CHANGEABLE_FIELDS,
  describeField,
  FEEDBACK_FIELD_NAMES,
} from "#contract/feedbackFields.ts";
import { sql } from "#server/platform/db/sql.ts";
import { sourceColumns } from "./sourceOf.queries.ts";

/* The columns of the item `f`. */

export type StoredItem = Pick<
  FeedbackItem,
  FeedbackField | "companyId" | "userId" | "isAuthorDeleted"
>;

const columnOf = (name: keyof StoredItem) => sql.ref(`f.${name}`);
const INTERNAL = ["companyId", "userId", "isAuthorDeleted"] as const;

export const fieldColumns = sql.join(FEEDBACK_FIELD_NAMES.map(columnOf));

/** The columns of an item without the description, which can be long. */
export const shortItemColumns = sql.join(
  [...FEEDBACK_FIELD_NAMES, ...INTERNAL].filter((name) => name !== "description").map(columnOf),
);

/** The source and format of the description of one item, and its beginning as plain text. */
export const describedColumns = sql`${sourceColumns("f", "description")},
  case when f.description_markdown is not null then left(f.description, 300) end as excerpt`;

/**
 * Returns the columns of an item, with null for what only admins see if the viewer is no admin.
 * @param isOne whether the columns are of one item, with `describedColumns`
 */
export function itemColumnsFor({ canSeePrivate }: { canSeePrivate: unknown }, isOne = false) {
  const names = FEEDBACK_FIELD_NAMES.filter((name) => !isOne || name !== "description");
  const fields = names.map((name) =>
    describeField(name).isForAdmins
      ? sql`case when ${canSeePrivate}::boolean then ${columnOf(name)} end as ${sql.ref(name)}`
      : columnOf(name),
  );
  const described = isOne ? [describedColumns] : [];
  return sql.join([...fields, ...described, ...INTERNAL.map(columnOf)]);
}

const isText = (field: ChangeableField) => ["text", "word"].includes(describeField(field).type);

/** The fields that a change of an item can set, with their SQL types. */
export const CHANGEABLE = Object.fromEntries(
  CHANGEABLE_FIELDS.map((field) => [field, isText(field) ? "text" : "bigint"]),
) as Record<ChangeableField, "text" | "bigint">;
