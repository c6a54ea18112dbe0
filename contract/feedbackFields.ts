import { FEEDBACK_CATEGORY_LABELS, FEEDBACK_STATUS_LABELS } from "./feedbackLabels.ts";

/*
 * The fields of an item. The columns of statements, changes, CSV files, audit entries, exports and
 * imports, and the admins' menus and forms follow from this table. It is not in feedback.ts, because
 * importing that file would load zod.
 */

interface FieldDescription {
  /** The label in forms and menus, and the heading in CSV files. */
  readonly label: string;
  /** A `board`, `boardCategory` or `member` is an id, for which CSV files contain the name. */
  readonly type: "id" | "text" | "word" | "board" | "boardCategory" | "member" | "number" | "time";
  /** The labels of the values in CSV files. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether people can change the field of one item only, or of several items at once as well. */
  readonly change?: "single" | "bulk";
  /** Whether other viewers than admins get null. */
  readonly isForAdmins?: true;
}

/** The fields that people see, in the order of the columns of CSV files. */
export const FEEDBACK_FIELDS = {
  id: { label: "ID", type: "id" },
  title: { label: "Title", type: "text", change: "single" },
  description: { label: "Description", type: "text", change: "single" },
  status: { label: "Status", type: "word", labels: FEEDBACK_STATUS_LABELS, change: "bulk" },
  state: { label: "State", type: "word" },
  category: { label: "Category", type: "word", labels: FEEDBACK_CATEGORY_LABELS, change: "bulk" },
  boardId: { label: "Board", type: "board", change: "bulk" },
  boardCategoryId: { label: "Topic", type: "boardCategory", change: "bulk" },
  assigneeId: { label: "Assignee", type: "member", change: "bulk", isForAdmins: true },
  votes: { label: "Votes", type: "number" },
  commentsCount: { label: "Comments", type: "number" },
  createdAt: { label: "Created", type: "time" },
} as const satisfies Record<string, FieldDescription>;

type Fields = typeof FEEDBACK_FIELDS;
export type FeedbackField = keyof Fields;
type FieldWith<Trait> = {
  [Field in FeedbackField]: Fields[Field] extends Trait ? Field : never;
}[FeedbackField];
export type ChangeableField = FieldWith<{ change: string }>;
export type BulkField = FieldWith<{ change: "bulk" }>;

export const FEEDBACK_FIELD_NAMES = Object.keys(FEEDBACK_FIELDS) as FeedbackField[];

export const describeField = (field: FeedbackField): FieldDescription => FEEDBACK_FIELDS[field];

export const CHANGEABLE_FIELDS = FEEDBACK_FIELD_NAMES.filter(
  (field): field is ChangeableField => describeField(field).change !== undefined,
);

export const BULK_FIELDS = CHANGEABLE_FIELDS.filter(
  (field): field is BulkField => describeField(field).change === "bulk",
);

/** Return the name of a board, board category or member; null if it is unknown. */
export type NamesById = Readonly<
  Record<"board" | "boardCategory" | "member", (id: number) => string | null>
>;

/** Returns what CSV files contain for a value of a field. */
export function csvValue(
  field: FeedbackField,
  value: string | number | null,
  names: NamesById,
): string | number | null {
  const { type, labels } = describeField(field);
  if (value === null) return null;
  if (labels) return labels[value] ?? value;
  return type === "board" || type === "boardCategory" || type === "member"
    ? names[type](Number(value))
    : value;
}
