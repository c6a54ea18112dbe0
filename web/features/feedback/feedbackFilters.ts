import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_SORTS,
  FEEDBACK_STATUSES,
} from "#contract/feedbackLabels.ts";
import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { FeedbackSort } from "#contract/feedbackLabels.ts";
import type { BoardCategory } from "#contract/categories.ts";

/**
 * What a list of feedback is narrowed to, and its order. `all` and null narrow nothing
 * (docs/specification.md "5. Validation rules").
 */
export interface FeedbackFilters {
  readonly search: string;
  readonly category: FeedbackCategory | "all";
  readonly status: FeedbackStatus | "all";
  /** One of the company's own categories. */
  readonly boardCategoryId: number | null;
  readonly sort: FeedbackSort;
}

/** No filter, most voted first. */
export const NO_FILTERS: FeedbackFilters = {
  search: "",
  category: "all",
  status: "all",
  boardCategoryId: null,
  sort: "votes",
};

/** As many characters of a search as the server takes. */
export const SEARCH_LENGTH = 200;

/** The filters an address asks for; whatever it does not know it leaves out. */
export function readFilters(params: URLSearchParams): FeedbackFilters {
  const known = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === params.get(name));
  const boardCategoryId = params.get("boardCategoryId") ?? "";
  return {
    search: searchText(params.get("search") ?? ""),
    category: known(FEEDBACK_CATEGORIES, "category") ?? "all",
    status: known(FEEDBACK_STATUSES, "status") ?? "all",
    boardCategoryId: /^[1-9]\d{0,14}$/.test(boardCategoryId) ? Number(boardCategoryId) : null,
    sort: known(FEEDBACK_SORTS, "sort") ?? "votes",
  };
}

/** A search as it is sent and kept in the address: trimmed, storable, not too long. */
export function searchText(typed: string): string {
  return typed.replaceAll("\u0000", "").trim().slice(0, SEARCH_LENGTH).toWellFormed();
}

/**
 * `params` with these filters in it. Defaults stay out of the address; parameters that are no
 * filter stay in.
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
 * Without an own category the company does not have. `categories` is undefined until they are
 * loaded.
 */
export function knownFilters(
  filters: FeedbackFilters,
  categories: readonly BoardCategory[] | undefined,
): FeedbackFilters {
  const isKnown = categories?.some(({ id }) => id === filters.boardCategoryId) ?? true;
  return isKnown ? filters : { ...filters, boardCategoryId: null };
}

/** How many of the selects are set; the search shows itself, the order is no filter. */
export function countSelected({ category, status, boardCategoryId }: FeedbackFilters): number {
  return [category !== "all", status !== "all", boardCategoryId !== null].filter(Boolean).length;
}

/** Whether the list may be missing items because of a filter. */
export function isFiltered(filters: FeedbackFilters): boolean {
  return filters.search !== "" || countSelected(filters) > 0;
}
