import {
  ASSIGNEE_WORDS,
  FEEDBACK_SORTS,
  LISTED_STATES,
  MINE_FILTERS,
} from "#contract/feedbackFields.ts";
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type {
  AssigneeWord,
  FeedbackSort,
  ListedState,
  MineFilter,
} from "#contract/feedbackFields.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { User } from "#contract/users.ts";

/**
 * The filters and sort order of a feedback list. `all` and null do not filter
 * (docs/specification.md "5. Validation rules").
 */
export interface FeedbackFilters {
  readonly search: string;
  readonly category: FeedbackCategory | "all";
  readonly status: FeedbackStatus | "all";
  /** Id of a board category. */
  readonly boardCategoryId: number | null;
  /** How the viewer is involved in the items, for example as a voter. */
  readonly mine: MineFilter | "all";
  /**
   * Admins only: the id of an assignee, `me` for the viewer or `none` for items without an
   * assignee; null does not filter.
   */
  readonly assigneeId: AssigneeWord | number | null;
  /** Admins only: whether the list contains only items without an answer of the team. */
  readonly unanswered: boolean;
  /**
   * The state of the listed items. Lists of the viewer's own items ignore this filter and contain
   * open and closed items.
   */
  readonly state: ListedState;
  readonly sort: FeedbackSort;
}

/** The default values: no filter is set, and the list is sorted by votes. */
export const NO_FILTERS: FeedbackFilters = {
  search: "",
  category: "all",
  status: "all",
  boardCategoryId: null,
  mine: "all",
  assigneeId: null,
  unanswered: false,
  state: "open",
  sort: "votes",
};

/** Whether the server counts at most `SEARCH_COUNT_LIMIT` items of a list with these filters. */
export function isCountLimited(filters: FeedbackFilters): boolean {
  const { search, mine, state, assigneeId, unanswered } = filters;
  if (search !== "") return true;
  return mine === "all" && (state === "closed" || assigneeId !== null || unanswered);
}

/** Maximum length of a search text that the API accepts, in characters. */
export const SEARCH_LENGTH = 200;

/**
 * Reads the filters from the URL. Invalid values are ignored. Without JavaScript, a select that
 * combines several filters sends one parameter. `status` can therefore be `closed` or `unanswered`,
 * and `mine` can be an assignee.
 */
export function readFilters(params: URLSearchParams): FeedbackFilters {
  const known = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === params.get(name));
  const assigneeName = params.has("assigneeId") ? "assigneeId" : "mine";
  return {
    search: searchText(params.get("search") ?? ""),
    category: known(FEEDBACK_CATEGORIES, "category") ?? "all",
    status: known(FEEDBACK_STATUSES, "status") ?? "all",
    boardCategoryId: idOf(params.get("boardCategoryId")),
    mine: known(MINE_FILTERS, "mine") ?? "all",
    assigneeId: known(ASSIGNEE_WORDS, assigneeName) ?? idOf(params.get(assigneeName)),
    unanswered: params.get("unanswered") === "true" || params.get("status") === "unanswered",
    state: known(LISTED_STATES, params.get("status") === "closed" ? "status" : "state") ?? "open",
    sort: known(FEEDBACK_SORTS, "sort") ?? "votes",
  };
}

const idOf = (text: string | null) =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/**
 * Normalizes a search text: removes surrounding whitespace and NUL characters, cuts the text to
 * `SEARCH_LENGTH` characters and replaces unpaired surrogates.
 */
export function searchText(typed: string): string {
  return typed.replaceAll("\u0000", "").trim().slice(0, SEARCH_LENGTH).toWellFormed();
}

/**
 * Returns a copy of `params` with these filters. Default values are removed, and other parameters
 * stay.
 */
export function writeFilters(params: URLSearchParams, filters: FeedbackFilters): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    const isDefault = value === NO_FILTERS[name as keyof FeedbackFilters];
    if (isDefault || value === null) written.delete(name);
    else written.set(name, String(value));
  }
  return written;
}

/**
 * Removes a filter by a board category that does not exist, and filters that the viewer is not
 * allowed to use. For everyone but admins, the status `new` becomes `evaluating`. Lists of the
 * viewer's own items are not filtered by state. `categories` is undefined until the categories have
 * loaded.
 */
export function knownFilters(
  filters: FeedbackFilters,
  categories: readonly BoardCategory[] | undefined,
  user: User | null,
  isAdmin: boolean,
): FeedbackFilters {
  const isKnown = categories?.some(({ id }) => id === filters.boardCategoryId) ?? true;
  const mine = user ? filters.mine : "all";
  return {
    ...filters,
    boardCategoryId: isKnown ? filters.boardCategoryId : null,
    mine,
    state: mine === "all" ? filters.state : "open",
    assigneeId: isAdmin ? filters.assigneeId : null,
    unanswered: isAdmin && filters.unanswered,
    status: filters.status === "new" && !isAdmin ? "evaluating" : filters.status,
  };
}

/** Returns the number of filters that are set. The search and the sort order are not included. */
export function countSelected(filters: FeedbackFilters): number {
  const { category, status, boardCategoryId, mine, assigneeId, unanswered, state } = filters;
  return [
    category !== "all",
    status !== "all",
    boardCategoryId !== null,
    mine !== "all",
    assigneeId !== null,
    unanswered,
    state !== "open",
  ].filter(Boolean).length;
}

/** Whether a search text or any filter is set. */
export function isFiltered(filters: FeedbackFilters): boolean {
  return filters.search !== "" || countSelected(filters) > 0;
}
