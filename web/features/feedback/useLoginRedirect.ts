import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { keepDraft } from "#web/ui/drafts.ts";

interface ReturnOptions {
  /** The query string to return to after the login; the current query string by default. */
  readonly search?: string;
  /** Whether the login page replaces the current history entry. */
  readonly replace?: boolean;
}

/**
 * Returns a function that opens the login page. After the login, the current page is opened again.
 */
export function useLoginRedirect(): (options?: ReturnOptions) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return ({ search = location.search, replace = false } = {}) => {
    navigate(`/login?from=${encodeURIComponent(location.pathname + search)}`, { replace });
  };
}

/**
 * The name of the URL parameter, and of the draft in the tab's session storage. Both contain the
 * item's id.
 */
export const PENDING_VOTE = "vote";

/**
 * Returns a function that opens the login page and votes for the item after the login
 * (`PendingVote.tsx`). The vote is stored in this tab. The URL alone must not cast a vote, because
 * anyone could link to such a URL.
 */
export function useLoginToVote(): (feedbackId: number) => void {
  const { search } = useLocation();
  const goToLogin = useLoginRedirect();
  return (feedbackId) => {
    keepDraft(PENDING_VOTE, String(feedbackId));
    const params = new URLSearchParams(search);
    params.set(PENDING_VOTE, String(feedbackId));
    goToLogin({ search: `?${params.toString()}` });
  };
}
