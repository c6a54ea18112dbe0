import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { StatusChange } from "#contract/feedback.ts";
import { displayedStatus, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { authorName, TeamBadge } from "#web/app/api/authors.tsx";
import { STATUS_TONES } from "#web/features/feedback/StatusBadge.tsx";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { ToneDot } from "#web/ui/Badge.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";

interface StatusChangeEntryProps {
  change: StatusChange;
  /** Whether the viewer is an admin, to whom `new` is a status of its own. */
  isAdmin: boolean;
  /** Whether the note is shown below the item's description, and therefore not here. */
  isPinned: boolean;
  /**
   * Whether the entry gets the focus. Of the newly loaded status changes, only the first gets the
   * focus.
   */
  takesFocus: boolean;
  /** An element below the change that shows admins how many people the change has notified. */
  children: ReactNode;
}

/**
 * A status change in the item's timeline, with its public note. The former status is not named,
 * because it is that of the entry before, and to visitors `new` and `evaluating` are the same.
 */
export function StatusChangeEntry(props: StatusChangeEntryProps) {
  const { change, isAdmin, isPinned, takesFocus, children } = props;
  const entry = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) entry.current?.focus();
  }, [takesFocus]);
  const shown = displayedStatus(change.toStatus);
  const isNew = isAdmin && change.toStatus === "new";
  return (
    <div ref={entry} tabIndex={-1} className="flex gap-3 rounded-lg">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-sunken"
      >
        <ToneDot tone={isNew ? "hollow" : STATUS_TONES[shown]} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-h-8 flex-wrap items-center gap-x-2 wrap-anywhere text-muted">
          <bdi className="font-semibold text-ink">{authorName(change.user)}</bdi>
          {change.isByTeam ? <TeamBadge /> : null}
          <span>
            {" "}
            changed the status to{" "}
            <strong className="font-semibold text-ink">
              {FEEDBACK_STATUS_LABELS[isNew ? "new" : shown]}
            </strong>{" "}
          </span>
          <CalendarDate value={change.createdAt} className="text-xs" />
        </p>
        {change.note && !isPinned ? (
          <blockquote className="mt-2 border-l-2 border-line pl-3">
            <Markdown format={change.noteFormat} className="leading-6">
              {change.note}
            </Markdown>
          </blockquote>
        ) : null}
        {children}
      </div>
    </div>
  );
}
