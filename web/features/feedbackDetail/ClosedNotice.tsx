import type { FeedbackDetail } from "#contract/feedback.ts";
import { CLOSE_REASON_LABELS } from "#contract/feedbackLabels.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";

/** Says why and when an item was closed. */
export function ClosedNotice({ item }: { item: FeedbackDetail }) {
  const { closedAt, closeReason, closeNote } = item;
  const reason = closeReason && `: ${CLOSE_REASON_LABELS[closeReason]}`;
  return (
    <aside aria-label="Closed" className="rounded-xl bg-sunken p-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Closed{reason}</span>
        {closedAt ? (
          <RelativeTime value={closedAt} withDate className="text-xs text-muted" />
        ) : null}
      </p>
      {closeNote ? <PlainText className="mt-2 leading-6">{closeNote}</PlainText> : null}
    </aside>
  );
}
