import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import type { MergedItem } from "#contract/merging.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { useFocusFallback } from "#web/ui/focus.ts";
import { toast } from "#web/ui/toast.ts";
import { useItemInCache } from "./useItemInCache.ts";

/** The items that were merged into this item, each with a button that makes it independent. */
export function MergedItems({ feedbackId }: { feedbackId: number }) {
  const headingId = useId();
  const section = useRef<HTMLDivElement>(null);
  useFocusFallback(section, section);
  const { data = [] } = useQuery(
    apiQuery("/api/feedback/:id/merged", { params: { id: feedbackId } }),
  );
  return (
    // The element is rendered even without items, so that it can get the focus when the last button
    // is removed.
    <div ref={section} tabIndex={-1} className="outline-none empty:sr-only">
      {data.length > 0 ? (
        <section aria-labelledby={headingId} className="border-t border-line pt-4">
          <h2 id={headingId} className="font-semibold">
            Merged items
          </h2>
          <ul className="mt-2 flex flex-col gap-2">
            {data.map((item) => (
              <MergedRow key={item.id} item={item} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function MergedRow({ item }: { item: MergedItem }) {
  const unmerge = useUnmerge();
  return (
    <li className="flex items-center gap-3">
      <span className="min-w-0 flex-1 text-sm wrap-anywhere">
        <bdi>{item.title}</bdi>
        <span className="text-muted"> · {countLabel(item.votes, "vote")}</span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        pending={unmerge.isPending}
        onClick={() => unmerge.mutate({ params: { id: item.id } })}
      >
        Unmerge<span className="sr-only"> {item.title}</span>
      </Button>
    </li>
  );
}

/** Returns a mutation that makes a merged item independent again. */
function useUnmerge() {
  const writeItem = useItemInCache();
  return useApiMutation("POST /api/feedback/:id/unmerge", {
    changes: "item",
    errorFallback: "Failed to unmerge feedback",
    onSuccess: (item: FeedbackDetail) => {
      writeItem(item);
      toast({ title: `“${item.title}” is an item of its own again` });
    },
  });
}
