import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useDebounced } from "#web/ui/useDebounced.ts";
import { SimilarItems } from "./SimilarItems.tsx";

const MIN_TITLE = 4;
/** Maximum length of the compared title, in code points. The end of a longer title is ignored. */
const MAX_TITLE = 200;
const DEBOUNCE_MS = 350;
const FRESH_MS = 60_000;

/**
 * Lists items similar to the title being typed, so that the user votes instead of submitting a
 * duplicate. A pending request for an earlier title is cancelled. The parent must be a column with
 * `gap-4`, because the empty list removes this gap.
 */
export function SimilarFeedback({ title }: { title: string }) {
  const settled = useDebounced(title.trim(), DEBOUNCE_MS);
  const compared = Array.from(settled).slice(0, MAX_TITLE).join("");
  const isSearched = settled.length >= MIN_TITLE;
  const { data = [] } = useQuery({
    ...apiQuery(similarFeedbackApi.toTitle, { query: { title: compared } }),
    enabled: isSearched,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-live="polite" className="empty:-mt-4">
      {isSearched && data.length > 0 ? (
        <section aria-label="Similar feedback" className="rounded-xl bg-sunken p-3">
          <p className="text-sm font-medium">Someone may have asked already</p>
          <SimilarItems items={data} />
        </section>
      ) : null}
    </div>
  );
}
