import type { SavedView, ViewFilters } from "#contract/savedViews.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { isFiltered, NO_FILTERS, readFilters, writeFilters } from "./feedbackFilters.ts";

/** The address parameter with the id of a saved view. */
export const VIEW_PARAM = "view";

/** Returns the view that the address names; undefined if there is no such view. */
export function viewOf(
  params: URLSearchParams,
  views: readonly SavedView[] | undefined,
): SavedView | undefined {
  return views?.find(({ id }) => String(id) === params.get(VIEW_PARAM));
}

/** Returns the filters of a view without its board, which is part of the path. */
export function filtersOfView({ filters }: SavedView): FeedbackFilters {
  const texts = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  return readFilters(new URLSearchParams(texts));
}

/**
 * Returns the filters of an address. Filters in the address replace all filters of its view, because
 * the viewer has changed them.
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
 * Returns a copy of `params` with these filters. An address without filters names no view, because
 * it would get the filters of the view.
 */
export function writeFiltersOfView(
  params: URLSearchParams,
  filters: FeedbackFilters,
): URLSearchParams {
  const written = writeFilters(params, filters);
  if (!isFiltered(filters)) written.delete(VIEW_PARAM);
  return written;
}

/** Returns the filters as a view stores them: without filters that have their default value. */
export function filtersToSave(filters: FeedbackFilters, boardId: number | null): ViewFilters {
  const chosen = Object.entries(filters).filter(
    ([name, value]) => value !== NO_FILTERS[name as keyof FeedbackFilters],
  );
  // Without the default values `all`, null and false, the filters have the types of the contract.
  return { ...Object.fromEntries(chosen), ...(boardId !== null && { boardId }) };
}

/** Whether the list has other filters than the view, or is that of another board. */
export function isViewChanged(
  view: SavedView,
  filters: FeedbackFilters,
  boardId: number | null,
): boolean {
  return (view.filters.boardId ?? null) !== boardId || !areEqual(filters, filtersOfView(view));
}

const areEqual = (one: FeedbackFilters, other: FeedbackFilters) =>
  Object.entries(one).every(([name, value]) => value === other[name as keyof FeedbackFilters]);
