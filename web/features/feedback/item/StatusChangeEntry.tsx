import arrowRightShapes from "lucide/dist/esm/icons/arrow-right.mjs";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { FeedbackStatus, StatusChange } from "#contract/feedback.ts";
import { displayedStatus, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { createIcon } from "#web/ui/icons.ts";

const ArrowRight = createIcon(arrowRightShapes);

interface StatusChangeEntryProps {
  change: StatusChange;
  /** Whether the viewer is an admin, to whom `new` is a status of its own. */
  isAdmin: boolean;
  /** Name of the user who changed the status. */
  by: string;
  /** The badge of a user who is an admin of the company; null for other users. */
  teamBadge: ReactNode;
  /**
   * Whether the entry gets the focus. Of the newly loaded status changes, only the first gets the
   * focus.
   */
  takesFocus: boolean;
  /** An element below the change that shows admins how many people the change has notified. */
  children: ReactNode;
}

/** A status change in the item's timeline, with its public note. */
export function StatusChangeEntry(props: StatusChangeEntryProps) {
  const { change, isAdmin, by, teamBadge, takesFocus, children } = props;
  const entry = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) entry.current?.focus();
  }, [takesFocus]);
  const labelOf = (status: FeedbackStatus) =>
    FEEDBACK_STATUS_LABELS[isAdmin ? status : displayedStatus(status)];
  const [from, to] = [labelOf(change.fromStatus), labelOf(change.toStatus)];
  return (
    <div ref={entry} tabIndex={-1} className="flex gap-3 rounded-lg">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-sunken text-muted"
      >
        <ArrowRight aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0 flex-1 pt-1.5">
        <p>
          Status changed{" "}
          {from === to ? null : (
            <>
              from <strong className="font-semibold">{from}</strong>{" "}
            </>
          )}
          to <strong className="font-semibold">{to}</strong>
        </p>
        <p className="mt-0.5 text-xs wrap-anywhere text-muted">
          by <bdi>{by}</bdi> {teamBadge} <RelativeTime value={change.createdAt} withDate />
        </p>
        {change.note ? (
          <blockquote className="mt-2 border-l-2 border-line pl-3">
            <PlainText className="leading-6">{change.note}</PlainText>
          </blockquote>
        ) : null}
        {children}
      </div>
    </div>
  );
}
