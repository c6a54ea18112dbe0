import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";

interface ColumnLook {
  readonly tone: BadgeTone;
  /** The CSS classes of the item count. */
  readonly count: string;
  /** The CSS class of the underline of the selected tab on phones. */
  readonly tab: string;
  /** The text of an empty column. */
  readonly empty: string;
}

/** The colours and texts of the columns. */
export const COLUMN_LOOKS: Readonly<Record<RoadmapStatus, ColumnLook>> = {
  evaluating: {
    tone: "amber",
    count: "bg-amber-tint text-amber-text",
    tab: "border-amber-dot",
    empty: "Nothing is being evaluated right now",
  },
  planned: {
    tone: "blue",
    count: "bg-blue-tint text-blue-text",
    tab: "border-blue-dot",
    empty: "Nothing is planned yet",
  },
  under_development: {
    tone: "violet",
    count: "bg-violet-tint text-violet-text",
    tab: "border-violet-dot",
    empty: "Nothing is under development right now",
  },
  complete: {
    tone: "green",
    count: "bg-green-tint text-green-text",
    tab: "border-green-dot",
    empty: "Nothing is complete yet",
  },
};
