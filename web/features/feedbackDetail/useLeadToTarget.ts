import { useEffect } from "react";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { targetAddress } from "./targetAddress.ts";

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
