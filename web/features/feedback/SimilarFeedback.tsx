import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { feedbackApi } from "#contract/feedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { mostSimilar, searchWords } from "./similarFeedback.ts";
import { StatusBadge } from "./StatusBadge.tsx";
import { useDebounced } from "#web/ui/useDebounced.ts";
import { VoteButton } from "./VoteButton.tsx";

const MIN_TITLE = 4;
const DEBOUNCE_MS = 350;
const FRESH_MS = 60_000;

/**
 * Lists items similar to the title being typed, so that the user votes instead of submitting a
 * duplicate. The parent must be a column with `gap-4`. The list takes no space while it is empty.
 */
export function SimilarFeedback({ title }: { title: string }) {
  const settled = useDebounced(title.trim(), DEBOUNCE_MS);
  const { pathname, search } = useLocation();
  const words = settled.length >= MIN_TITLE ? searchWords(settled) : [];
  const found = useQueries({
    queries: words.map((word) => ({
      ...apiQuery(feedbackApi.list, { query: { search: word, limit: "10" } }),
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.items ?? []),
  });
  const similar = mostSimilar(words, found);
  const from = encodeURIComponent(pathname + search);
  return (
    <div aria-live="polite" className="empty:-mt-4">
      {similar.length > 0 ? (
        <section aria-label="Similar feedback" className="rounded-xl bg-sunken p-3">
          <p className="text-sm font-medium">Someone may have asked already</p>
          <ul className="mt-2 flex flex-col gap-2">
            {similar.map((item) => (
              <li key={item.id} className="flex items-center gap-3">
                <VoteButton item={item} size="compact" className="min-w-17" />
                <a
                  dir="auto"
                  href={`/feedback/${String(item.id)}?from=${from}`}
                  className="line-clamp-2 min-w-0 flex-1 text-sm wrap-anywhere hover:text-primary-text hover:underline"
                >
                  {item.title}
                </a>
                <StatusBadge status={item.status} className="hidden sm:inline-block" />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
