import { useEffect } from "react";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";

/**
 * The name of the URL parameter with the id of the merged item whose page redirected to the target.
 */
export const MERGED_FROM = "mergedFrom";

interface Merge {
  readonly feedbackId: number;
  readonly targetId: number;
}

/**
 * Returns the URL to which the page of a merged item redirects. The URL also contains the
 * parameters in `search`.
 */
export function targetAddress({ feedbackId, targetId }: Merge, search: URLSearchParams): string {
  const params = new URLSearchParams(search);
  params.set(MERGED_FROM, String(feedbackId));
  return `/feedback/${String(targetId)}?${params.toString()}`;
}

/**
 * Replaces the page of a merged item by the page of its target. Does nothing if `targetId` is null.
 */
export function useLeadToTarget(feedbackId: number, targetId: number | null): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (targetId === null) return;
    const address = targetAddress({ feedbackId, targetId }, new URLSearchParams(search));
    // The hash can name a comment, which the target's page also shows.
    navigate(address + hash, { replace: true });
  }, [navigate, feedbackId, targetId, search, hash]);
}
