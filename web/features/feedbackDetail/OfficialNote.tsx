import type { ReactNode } from "react";
import type { StatusChange } from "#contract/feedback.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";

interface OfficialNoteProps {
  /** The newest status change with a note. */
  change: StatusChange;
  /**
   * The badge of the new status, and the name of the user who changed the status. The name has the
   * team badge if the user is an admin of the company.
   */
  by: ReactNode;
}

/** The last official note, below the item's description. */
export function OfficialNote({ change, by }: OfficialNoteProps) {
  return (
    <aside
      aria-label="Latest official note"
      className="mt-4 rounded-xl border border-line bg-surface p-3"
    >
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {by}
        <RelativeTime value={change.createdAt} withDate />
      </p>
      <PlainText className="mt-2 leading-6">{change.note ?? ""}</PlainText>
    </aside>
  );
}
