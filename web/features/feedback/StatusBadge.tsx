import { displayedStatus, ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
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
 * Displays an item's status. A missing or unknown status and the status `new` are displayed as
 * evaluating (docs/specification.md "4. States and transitions").
 */
export function StatusBadge({ status, className }: StatusBadgeProps) {
  const shown = displayedStatus(status);
  return (
    <Badge tone={STATUS_TONES[shown]} className={className}>
      <span className="sr-only">Status: </span>
      {ROADMAP_STATUS_LABELS[shown]}
    </Badge>
  );
}
