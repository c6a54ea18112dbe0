import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { knownFilters, readFilters, writeFilters } from "./feedbackFilters.ts";

interface FeedbackFilterState {
  readonly filters: FeedbackFilters;
  /**
   * Writes filters to the address. The address becomes a new history entry or, with `replace`,
   * replaces the current entry.
   */
  readonly change: (changes: Partial<FeedbackFilters>, options?: { replace?: boolean }) => void;
}

/** The filters of a feedback list, stored in the address. */
export function useFeedbackFilters(
  categories: readonly BoardCategory[] | undefined,
): FeedbackFilterState {
  const [params, changeParams] = useSearchParams();
  const filters = knownFilters(readFilters(params), categories, useCurrentUser());
  return {
    filters,
    change: (changes, options) =>
      changeParams((current) => writeFilters(current, { ...readFilters(current), ...changes }), {
        ...options,
        keepScroll: true,
      }),
  };
}
