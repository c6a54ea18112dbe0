import { useEffect } from "react";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { targetAddress } from "./targetAddress.ts";

/**
 * Opens the page of the item into which this item was merged, in place of this item's page. Does
 * nothing if `targetId` is null.
 */
export function useLeadToTarget(feedbackId: number, targetId: number | null): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (targetId === null) return;
    navigate(targetAddress({ feedbackId, targetId }, new URLSearchParams(search)), {
      replace: true,
    });
  }, [navigate, feedbackId, targetId, search]);
}
