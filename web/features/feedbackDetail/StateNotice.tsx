import type { FeedbackDetail } from "#contract/feedback.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { MERGED_FROM } from "./targetAddress.ts";

// Most items are open, and most visitors do not come from a merged item.
const ClosedNotice = lazyPart(async () => (await import("./ClosedNotice.tsx")).ClosedNotice);
const LedHere = lazyPart(async () => (await import("./LedHere.tsx")).LedHere);

/** Says that the item is closed or merged, or that a merged item led here. */
export function StateNotice({ item }: { item: FeedbackDetail }) {
  const [search] = useSearchParams();
  const sourceId = Number(search.get(MERGED_FROM));
  if (item.state === "merged")
    return <p className="rounded-xl bg-sunken p-3">This item was merged</p>;
  return (
    <>
      {sourceId ? <LedHere feedbackId={item.id} sourceId={sourceId} /> : null}
      {item.state === "closed" ? <ClosedNotice item={item} /> : null}
    </>
  );
}
