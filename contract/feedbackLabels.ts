/* What feedback is called: apart from its schemas, because every page says it and few check it. */

export const FEEDBACK_CATEGORIES = ["feature", "bug", "improvement", "documentation"] as const;
type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number];

export const FEEDBACK_CATEGORY_LABELS: Record<FeedbackCategory, string> = {
  feature: "Feature Request",
  bug: "Bug Report",
  improvement: "Improvement",
  documentation: "Documentation",
};

export const FEEDBACK_STATUSES = [
  "new",
  "evaluating",
  "planned",
  "under_development",
  "complete",
] as const;
type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

/** The roadmap's columns, in order (SPEC section 4). */
export const ROADMAP_STATUSES = ["evaluating", "planned", "under_development", "complete"] as const;
export type RoadmapStatus = (typeof ROADMAP_STATUSES)[number];

export const ROADMAP_STATUS_LABELS: Record<RoadmapStatus, string> = {
  evaluating: "Evaluating",
  planned: "Planned",
  under_development: "Under Development",
  complete: "Complete",
};

/** Names for the status filter and the admins' select, where `new` has a name of its own (DECISIONS "Feedback"). */
export const FEEDBACK_STATUS_LABELS: Record<FeedbackStatus, string> = {
  new: "New",
  ...ROADMAP_STATUS_LABELS,
};

/** A status without a label of its own, or an unknown one, is displayed as evaluating (SPEC section 4). */
export function displayedStatus(status: string | null | undefined): RoadmapStatus {
  return ROADMAP_STATUSES.find((known) => known === status) ?? "evaluating";
}

export const FEEDBACK_SORTS = ["votes", "date"] as const;
export type FeedbackSort = (typeof FEEDBACK_SORTS)[number];

export const FEEDBACK_SORT_LABELS: Record<FeedbackSort, string> = {
  votes: "Most Voted",
  date: "Most Recent",
};

/** A search's total is exact up to here and stays at it beyond. */
export const SEARCH_COUNT_LIMIT = 1000;

/**
 * A search without three letters or digits in a row looks at the first so many items of the list's order, as no index narrows it down; unless it
 * is of several words that are narrow together (`go to`).
 */
export const SHORT_SEARCH_REACH = 5000;
