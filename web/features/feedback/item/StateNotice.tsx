import type { FeedbackDetail } from "#contract/feedback.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { MERGED_FROM } from "./mergeTarget.ts";

// Loaded on demand, because most items are open, and most visitors do not come from a merged item.
const StateNotices = lazyPart(async () => (await import("./stateNotices.tsx")).StateNotices);

/**
 * Says that the item is merged, waiting for approval or closed, or in which changelog entry it is. If
 * the page of a merged item redirected to this page, names the merged item.
 */
export function StateNotice({ item }: { item: FeedbackDetail }) {
  const [search] = useSearchParams();
  const sourceId = Number(search.get(MERGED_FROM));
  return sourceId || item.state !== "open" || item.changelogEntry ? (
    <StateNotices item={item} sourceId={sourceId} />
  ) : null;
}
