import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { isAdminOf } from "#web/app/api/session.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { knownFilters, readFilters, writeFilters } from "./feedbackFilters.ts";

interface FeedbackFilterState {
  readonly filters: FeedbackFilters;
  /** The viewer's id if the viewer is an admin. */
  readonly adminId: number | null;
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
  const user = useCurrentUser();
  const { tenantId } = usePortal();
  const adminId = user && isAdminOf(user, tenantId) ? user.id : null;
  return {
    filters: knownFilters(readFilters(params), categories, user, adminId !== null),
    adminId,
    change: (changes, options) =>
      changeParams((current) => writeFilters(current, { ...readFilters(current), ...changes }), {
        ...options,
        keepScroll: true,
      }),
  };
}
