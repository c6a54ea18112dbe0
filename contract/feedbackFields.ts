import { FEEDBACK_CATEGORY_LABELS, FEEDBACK_STATUS_LABELS } from "./feedbackLabels.ts";

/*
 * The fields of an item, and the filters and orders of lists. The statements, CSV files, audit
 * entries, exports and imports of the server and the filters and menus of the browser follow from
 * these tables. They are not in feedback.ts, because importing that file would load zod.
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

export const FEEDBACK_SORT_LABELS = { votes: "Most Voted", date: "Most Recent" } as const;
export type FeedbackSort = keyof typeof FEEDBACK_SORT_LABELS;
export const FEEDBACK_SORTS = Object.keys(FEEDBACK_SORT_LABELS) as FeedbackSort[];

/** What the viewer has done with an item. */
export const MINE_FILTER_LABELS = {
  submitted: "Submitted by me",
  voted: "Voted by me",
  commented: "Commented by me",
  followed: "Followed by me",
} as const;
export type MineFilter = keyof typeof MINE_FILTER_LABELS;
export const MINE_FILTERS = Object.keys(MINE_FILTER_LABELS) as MineFilter[];

/** Values besides ids. `me` is the viewer, and `none` selects items without an assignee. */
export const ASSIGNEE_WORD_LABELS = { me: "Assigned to me", none: "Unassigned" } as const;
export type AssigneeWord = keyof typeof ASSIGNEE_WORD_LABELS;
export const ASSIGNEE_WORDS = Object.keys(ASSIGNEE_WORD_LABELS) as AssigneeWord[];

/** The states by which a list can be filtered. */
export const LISTED_STATE_LABELS = { open: "Open", closed: "Closed" } as const;
export type ListedState = keyof typeof LISTED_STATE_LABELS;
export const LISTED_STATES = Object.keys(LISTED_STATE_LABELS) as ListedState[];

interface FilterDescription {
  /** The values that are words, with the labels of a filter that is set to them. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whether ids are values as well. */
  readonly hasIds?: true;
  /** The word that applies if the filter is not set. */
  readonly default?: string;
  /** Whether the filter is ignored for other viewers than admins. */
  readonly isForAdmins?: true;
}

/** The filters of lists besides board and search, and the order, by the names of their parameters. */
export const FEEDBACK_FILTERS = {
  category: { words: FEEDBACK_CATEGORY_LABELS },
  status: { words: FEEDBACK_STATUS_LABELS },
  boardCategoryId: { hasIds: true },
  unanswered: { words: { true: "Unanswered" }, isForAdmins: true },
  state: { words: LISTED_STATE_LABELS, default: "open" },
  mine: { words: MINE_FILTER_LABELS },
  assigneeId: { words: ASSIGNEE_WORD_LABELS, hasIds: true, isForAdmins: true },
  sort: { words: FEEDBACK_SORT_LABELS, default: "votes" },
} as const satisfies Record<string, FilterDescription>;

export type FeedbackFilter = keyof typeof FEEDBACK_FILTERS;
export const FEEDBACK_FILTER_NAMES = Object.keys(FEEDBACK_FILTERS) as FeedbackFilter[];

export const describeFilter = (filter: FeedbackFilter): FilterDescription =>
  FEEDBACK_FILTERS[filter];
