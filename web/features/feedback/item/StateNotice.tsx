import type { FeedbackDetail } from "#contract/feedback.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { MERGED_FROM } from "./mergeTarget.ts";

// Loaded on demand, because most items are open, and most visitors do not come from a merged item.
const OutcomeNotice = lazyPart(async () => (await import("./stateNotices.tsx")).OutcomeNotice);
const LedHere = lazyPart(async () => (await import("./stateNotices.tsx")).LedHere);

/**
 * Says that the item is merged, waiting for approval or closed, or in which changelog entry it is. If the page of a merged item
 * redirected to this page, names the merged item.
 */
export function StateNotice({ item }: { item: FeedbackDetail }) {
  const [search] = useSearchParams();
  const sourceId = Number(search.get(MERGED_FROM));
  if (item.state === "merged")
    return <p className="rounded-xl bg-sunken p-3">This item was merged</p>;
  if (item.state === "pending") {
    return (
      <p className="rounded-xl bg-sunken p-3">
        Waiting for approval. Until then, only its author and the team see this.
      </p>
    );
  }
  return (
    <>
      {sourceId ? <LedHere feedbackId={item.id} sourceId={sourceId} /> : null}
      {item.state === "closed" || item.changelogEntry ? <OutcomeNotice item={item} /> : null}
    </>
  );
}
