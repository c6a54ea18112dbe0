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
  return pageAddress(targetId, params);
}

function pageAddress(id: number, params: URLSearchParams): string {
  const search = params.toString();
  return `/feedback/${String(id)}${search && "?"}${search}`;
}

/** The items that the user has merged and whose open page will be replaced. */
const ownMerges = new Set<number>();

/**
 * Remembers that the user has merged an item. The target's page then doesn't say that the user was
 * led there.
 */
export function rememberOwnMerge(feedbackId: number): void {
  ownMerges.add(feedbackId);
}

/**
 * Replaces the page of a merged item by the page of its target. Does nothing if `targetId` is null.
 */
export function useLeadToTarget(feedbackId: number, targetId: number | null): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (targetId === null) return;
    const params = new URLSearchParams(search);
    const address = ownMerges.delete(feedbackId)
      ? pageAddress(targetId, params)
      : targetAddress({ feedbackId, targetId }, params);
    // The hash can name a comment, which the target's page also shows.
    navigate(address + hash, { replace: true });
  }, [navigate, feedbackId, targetId, search, hash]);
}
