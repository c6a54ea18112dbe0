import type { SavedView } from "#contract/savedViews.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { isFiltered, NO_FILTERS, readFilters, writeFilters } from "./feedbackFilters.ts";

/** The URL parameter with the id of a saved view. */
export const VIEW_PARAM = "view";

/** Returns the view whose id is in the URL; undefined if no such view exists. */
export function viewOf(
  params: URLSearchParams,
  views: readonly SavedView[] | undefined,
): SavedView | undefined {
  return views?.find(({ id }) => String(id) === params.get(VIEW_PARAM));
}

/** Returns the filters of a view. Its board is part of the path of its list. */
export function filtersOfView({ filters }: SavedView): FeedbackFilters {
  const texts = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  return readFilters(new URLSearchParams(texts));
}

/**
 * Returns the filters that apply to a URL. If the URL contains filters, only these filters apply,
 * even if the URL also names a view. The reason is that a change of one filter of a view writes all
 * filters that differ from their defaults to the URL. If the URL contains no filters, the filters
 * of the view apply.
 */
export function filtersOfAddress(
  params: URLSearchParams,
  views: readonly SavedView[] | undefined,
): FeedbackFilters {
  const view = viewOf(params, views);
  const own = readFilters(params);
  return view && areEqual(own, NO_FILTERS) ? filtersOfView(view) : own;
}

/**
 * Returns a copy of `params` with these filters. If no filter is set, the view is removed from the
 * URL; otherwise the filters of the view would apply.
 */
export function writeFiltersOfView(
  params: URLSearchParams,
  filters: FeedbackFilters,
): URLSearchParams {
  const written = writeFilters(params, filters);
  if (!isFiltered(filters)) written.delete(VIEW_PARAM);
  return written;
}

/** Whether the list's filters or board differ from those of the view. */
export function isViewChanged(
  view: SavedView,
  filters: FeedbackFilters,
  boardId: number | null,
): boolean {
  const own = { ...filters, boardId: boardId ?? filters.boardId };
  return !areEqual(own, filtersOfView(view));
}

const areEqual = (one: FeedbackFilters, other: FeedbackFilters) =>
  Object.entries(one).every(([name, value]) => value === other[name as keyof FeedbackFilters]);
