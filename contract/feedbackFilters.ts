import { FEEDBACK_CATEGORY_LABELS, FEEDBACK_STATUS_LABELS } from "./feedbackLabels.ts";

/*
 * The filters and orders of lists. The conditions of statements, and the URL parameters, chips and
 * saved views of the browser follow from this table. It is not in feedbackFields.ts, because only
 * admins' pages load that file.
 */

/**
 * `match` puts the best matches of a search first. Lists without a search are ordered by votes.
 * `trending` orders by votes, of which each counts half as much after a week.
 */
export const FEEDBACK_SORT_LABELS = {
  votes: "Most Voted",
  date: "Most Recent",
  match: "Best match",
  trending: "Trending",
  discussed: "Most discussed",
  oldest: "Oldest",
} as const;
export type FeedbackSort = keyof typeof FEEDBACK_SORT_LABELS;
export const FEEDBACK_SORTS = Object.keys(FEEDBACK_SORT_LABELS) as FeedbackSort[];

/** How the columns of a company's roadmap are ordered. */
export const ROADMAP_ORDER_LABELS = { votes: "By votes", manual: "By hand" } as const;
export type RoadmapOrder = keyof typeof ROADMAP_ORDER_LABELS;
export const ROADMAP_ORDERS = Object.keys(ROADMAP_ORDER_LABELS) as RoadmapOrder[];

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
  /** The label before a value that is a date, which is a calendar day in UTC. */
  readonly dateLabel?: string;
  /** The word that applies if the filter is not set. */
  readonly default?: string;
  /** Whether the filter is ignored for other viewers than admins. */
  readonly isForAdmins?: true;
  /** Whether items are counted row by row, up to `SEARCH_COUNT_LIMIT`. */
  readonly isCountLimited?: true;
}

/** The filters of lists besides the search, and the order, by the names of their parameters. */
export const FEEDBACK_FILTERS = {
  category: { words: FEEDBACK_CATEGORY_LABELS },
  status: { words: FEEDBACK_STATUS_LABELS },
  boardId: { hasIds: true },
  boardCategoryId: { hasIds: true },
  unanswered: { words: { true: "Unanswered" }, isForAdmins: true, isCountLimited: true },
  state: { words: LISTED_STATE_LABELS, default: "open" },
  mine: { words: MINE_FILTER_LABELS },
  assigneeId: {
    words: ASSIGNEE_WORD_LABELS,
    hasIds: true,
    isForAdmins: true,
    isCountLimited: true,
  },
  createdFrom: { dateLabel: "Created from", isForAdmins: true, isCountLimited: true },
  createdTo: { dateLabel: "Created until", isForAdmins: true, isCountLimited: true },
  sort: { words: FEEDBACK_SORT_LABELS, default: "votes" },
} as const satisfies Record<string, FilterDescription>;

export type FeedbackFilter = keyof typeof FEEDBACK_FILTERS;
export const FEEDBACK_FILTER_NAMES = Object.keys(FEEDBACK_FILTERS) as FeedbackFilter[];

export type CountLimitedFilter = {
  [Name in FeedbackFilter]: (typeof FEEDBACK_FILTERS)[Name] extends { isCountLimited: true }
    ? Name
    : never;
}[FeedbackFilter];

export const describeFilter = (filter: FeedbackFilter): FilterDescription =>
  FEEDBACK_FILTERS[filter];

/** Whether a text is an existing day such as `2026-03-14`. PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return (
    !text.startsWith("0000") && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}
