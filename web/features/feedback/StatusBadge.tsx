import { displayedStatus, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { isAdminOf } from "#web/app/api/session.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";

/** The colour of each status, which is the same on every screen. */
export const STATUS_TONES: Readonly<Record<RoadmapStatus, BadgeTone>> = {
  evaluating: "amber",
  planned: "blue",
  under_development: "violet",
  complete: "green",
};

interface StatusBadgeProps {
  status: string | null | undefined;
  className?: string;
}

/**
 * Displays an item's status. A missing or unknown status is displayed as evaluating. The status
 * `new` is displayed as evaluating to everyone but admins (docs/specification.md "4. States and
 * transitions", docs/product-decisions.md "Feedback").
 */
export function StatusBadge({ status, className }: StatusBadgeProps) {
  const isAdmin = isAdminOf(useCurrentUser(), usePortal().tenantId);
  const shown = displayedStatus(status);
  const isNew = isAdmin && status === "new";
  return (
    <Badge tone={isNew ? "hollow" : STATUS_TONES[shown]} className={className}>
      <span className="sr-only">Status: </span>
      {FEEDBACK_STATUS_LABELS[isNew ? "new" : shown]}
    </Badge>
  );
}
