import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { managedCompanyId, useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { isRestrictedUser } from "#web/app/api/session.ts";

/**
 * Shows how many posts wait for approval or are reported. Possible spam is not counted. Renders
 * nothing if the number is 0 or the viewer is not allowed to moderate.
 */
export function ModerationBadge() {
  const user = useCurrentUser();
  const portal = usePortal();
  const isModerator =
    user !== null && !isRestrictedUser(user) && managedCompanyId(portal, user) !== null;
  const counts = useQuery({ ...apiQuery("/api/moderation/count"), enabled: isModerator }).data;
  const total = counts ? counts.pending + counts.reported : 0;
  if (total === 0) return null;
  return (
    <span className="ml-auto min-w-4 rounded-full bg-primary px-1 text-center text-xs font-semibold text-button-text tabular-nums">
      {total > 99 ? "99+" : total}
      <span className="sr-only"> waiting or reported</span>
    </span>
  );
}
