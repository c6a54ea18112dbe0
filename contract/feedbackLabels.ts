/*
 * Every page needs these labels. They are not in feedback.ts, because importing that file would
 * load zod.
 */

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

/** The roadmap's columns, in order (docs/specification.md "4. States and transitions"). */
export const ROADMAP_STATUSES = ["evaluating", "planned", "under_development", "complete"] as const;
export type RoadmapStatus = (typeof ROADMAP_STATUSES)[number];

export const ROADMAP_STATUS_LABELS: Record<RoadmapStatus, string> = {
  evaluating: "Evaluating",
  planned: "Planned",
  under_development: "Under Development",
  complete: "Complete",
};

/**
 * The label of each status. The status filter and the status select of admins list `new` as a
 * status of its own, unlike the roadmap (docs/product-decisions.md "Feedback").
 */
export const FEEDBACK_STATUS_LABELS: Record<FeedbackStatus, string> = {
  new: "New",
  ...ROADMAP_STATUS_LABELS,
};

/**
 * Returns the status that a badge displays to everyone but admins: `new` and unknown values appear
 * as evaluating (docs/specification.md "4. States and transitions").
 */
export function displayedStatus(status: string | null | undefined): RoadmapStatus {
  return ROADMAP_STATUSES.find((known) => known === status) ?? "evaluating";
}

/**
 * The state of an item. Default lists contain `open` items. `closed` items are listed only on
 * request. A `merged` item is in no list, because it is part of another item. A `pending` item is
 * visible only to the item's author and the company's admins, until an admin approves the item.
 */
export const FEEDBACK_STATES = ["open", "closed", "merged", "pending"] as const;

/** Reasons for closing an item, in the order of the form. */
export const CLOSE_REASONS = ["wont_do", "duplicate", "already_possible", "other"] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export const CLOSE_REASON_LABELS: Record<CloseReason, string> = {
  wont_do: "Won't do",
  duplicate: "Duplicate",
  already_possible: "Already possible",
  other: "Other",
};

/**
 * Maximum total of a search, and of a list with one of the filters `state=closed`, `assigneeId` and
 * `unanswered`. Further items are not counted.
 */
export const SEARCH_COUNT_LIMIT = 1000;

/**
 * Maximum number of items that a search examines if no index supports the search. The search
 * examines the first items in the order of the list, and at most 2 MB of text. These limits do not
 * apply to a search in the viewer's own items.
 *
 * No index supports a search with one of the filters `state=closed`, `assigneeId` and `unanswered`.
 * Without these filters, an index supports a search for a text with three consecutive letters or
 * digits. It also supports a search for several short words, such as `go to`, if these words yield
 * at least three trigrams.
 */
export const SHORT_SEARCH_REACH = 5000;
