import { useQuery } from "@tanstack/react-query";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { CLOSE_REASON_LABELS } from "#contract/feedbackLabels.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";

interface StateNoticesProps {
  item: FeedbackDetail;
  /** Id of the merged item whose page redirected to this page; 0 or NaN without one. */
  sourceId: number;
}

/** The notices above an item. */
export function StateNotices({ item, sourceId }: StateNoticesProps) {
  const { changelogEntry, state } = item;
  if (state === "merged") return <p className={NOTICE}>This item was merged</p>;
  if (state === "pending") {
    return (
      <p className={NOTICE}>
        Waiting for approval. Until then, only its author and the team see this.
      </p>
    );
  }
  return (
    <>
      {sourceId ? <LedHere feedbackId={item.id} sourceId={sourceId} /> : null}
      {changelogEntry ? <InChangelog item={item} entry={changelogEntry} /> : null}
      {state === "closed" ? <ClosedNotice item={item} /> : null}
    </>
  );
}

const NOTICE = "rounded-xl bg-sunken p-3";

interface InChangelogProps {
  item: FeedbackDetail;
  entry: NonNullable<FeedbackDetail["changelogEntry"]>;
}

function InChangelog({ item, entry: { title, slug } }: InChangelogProps) {
  return (
    <p className={NOTICE}>
      {item.status === "complete" ? "Shipped in " : "More in the changelog: "}
      <a
        href={`/changelog/${slug}`}
        dir="auto"
        className="rounded font-medium wrap-anywhere text-primary-text hover:underline"
      >
        {title}
      </a>
    </p>
  );
}

function ClosedNotice({ item }: { item: FeedbackDetail }) {
  const { closedAt, closeReason, closeNote } = item;
  const reason = closeReason && `: ${CLOSE_REASON_LABELS[closeReason]}`;
  return (
    <aside aria-label="Closed" className="rounded-xl bg-sunken p-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Closed{reason}</span>
        {closedAt ? <CalendarDate value={closedAt} className="text-xs text-muted" /> : null}
      </p>
      {closeNote ? (
        <Markdown format={item.closeNoteFormat} className="mt-2 leading-6">
          {closeNote}
        </Markdown>
      ) : null}
    </aside>
  );
}

interface LedHereProps {
  feedbackId: number;
  /** Id of the merged item whose page redirected to this page. */
  sourceId: number;
}

/**
 * Says which merged item's page redirected to this page. Renders nothing if that item is not merged
 * into this item.
 */
function LedHere({ feedbackId, sourceId }: LedHereProps) {
  const { data } = useQuery(apiQuery("/api/feedback/:id/merged", { params: { id: feedbackId } }));
  const source = data?.find(({ id }) => id === sourceId);
  if (!source) return null;
  return (
    <p className="rounded-xl bg-sunken p-3">
      You were led here from “<bdi>{source.title}</bdi>”, which was merged into this item.
    </p>
  );
}
