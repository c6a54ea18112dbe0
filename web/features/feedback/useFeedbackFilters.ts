import { useQuery, useQueryClient } from "@tanstack/react-query";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import type { FeedbackFilters, KnownEntities } from "./feedbackFilters.ts";
import { ignoredFilters, knownFilters } from "./feedbackFilters.ts";
import { filtersOfAddress, VIEW_PARAM, writeFiltersOfView } from "./viewFilters.ts";

export interface FeedbackFilterState {
  readonly filters: FeedbackFilters;
  /** The names of the parameters of the URL that the list ignores. */
  readonly ignored: readonly string[];
  readonly isAdmin: boolean;
  /**
   * Writes filters to the URL. The change adds a history entry or, with `replace`, replaces the
   * current history entry.
   */
  readonly change: (changes: Partial<FeedbackFilters>, options?: { replace?: boolean }) => void;
}

/**
 * Returns the filters of a feedback list. They are read from the URL, or from the saved view that
 * the URL names.
 */
export function useFeedbackFilters(entities: KnownEntities): FeedbackFilterState {
  const [params, changeParams] = useSearchParams();
  const user = useCurrentUser();
  const isAdmin = isAdminOf(user, usePortal().tenantId);
  const enabled = isAdmin && params.has(VIEW_PARAM);
  const client = useQueryClient();
  const viewsQuery = apiQuery("/api/views");
  const { data: views, isPending } = useQuery({ ...viewsQuery, enabled });
  const filters = knownFilters(filtersOfAddress(params, views), entities, user, isAdmin);
  return {
    filters,
    ignored: ignoredFilters(params, filters),
    isAdmin,
    change: (changes, options) => {
      const write = (known = views) =>
        changeParams(
          (current) =>
            writeFiltersOfView(current, {
              ...filtersOfAddress(current, known),
              // The path names the board, also that of a view.
              ...(entities.pageBoardId !== null && { boardId: null }),
              ...changes,
            }),
          { ...options, keepScroll: true },
        );
      // The other filters of a view are known only once the views are loaded.
      if (enabled && isPending) client.query(viewsQuery).then(write, () => write());
      else write();
    },
  };
}
