import { useQuery } from "@tanstack/react-query";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { SimilarItems } from "./SimilarItems.tsx";

const FRESH_MS = 60_000;

/**
 * Lists the items similar to an item. The server does not render the list. The browser loads the
 * list after the page is shown. Renders nothing while the list is empty, loading or failed.
 */
export function SimilarToItem({ feedbackId }: { feedbackId: number }) {
  const { data = [] } = useQuery({
    ...apiQuery(similarFeedbackApi.toItem, { params: { id: feedbackId } }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="similar-items" className="border-t border-line pt-6">
      <h2 id="similar-items" className="text-base font-semibold">
        Similar items
      </h2>
      <SimilarItems items={data} />
    </section>
  );
}
