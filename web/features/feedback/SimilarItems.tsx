import { useQuery, keepPreviousData } from "@tanstack/react-query";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { useDebounced } from "#web/ui/useDebounced.ts";
import { StatusBadge } from "./StatusBadge.tsx";
import { VoteButton } from "./VoteButton.tsx";

const FRESH_MS = 60_000;

/**
 * Lists the items similar to an item. The server does not render the list. The browser loads the
 * list after the page is shown. Renders nothing while the list is empty, loading or failed.
 */
export function SimilarToItem({ feedbackId }: { feedbackId: number }) {
  const { data = [] } = useQuery({
    ...apiQuery("/api/feedback/:id/similar", { params: { id: feedbackId } }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="similar-items" className="border-t border-line pt-4">
      <h2 id="similar-items" className="font-semibold">
        Similar items
      </h2>
      <SimilarItems items={data} />
    </section>
  );
}

const MIN_TITLE = 4;
/** Maximum length of a title, in code points. */
const MAX_TITLE = 200;
const DEBOUNCE_MS = 350;

/** Cuts a text to the length of a title. */
export const comparedTitle = (text: string) => Array.from(text).slice(0, MAX_TITLE).join("");

/**
 * Lists items similar to the title being typed, so that the user votes instead of submitting a
 * duplicate. A pending request for an earlier title is cancelled. The parent must be a column with
 * `gap-4`, because the empty list removes this gap.
 */
export function SimilarFeedback({ title }: { title: string }) {
  const settled = useDebounced(title.trim(), DEBOUNCE_MS);
  const isSearched = settled.length >= MIN_TITLE;
  const { data = [] } = useQuery({
    ...apiQuery("/api/feedback/similar", { query: { title: comparedTitle(settled) } }),
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

/**
 * A list of similar items, with their vote buttons. Each link to an item contains the current URL,
 * so that the back link of the item's page returns to the current screen.
 */
export function SimilarItems({ items }: { items: readonly SimilarItem[] }) {
  const { pathname, search } = useLocation();
  const from = encodeURIComponent(pathname + search);
  return (
    <ul className="mt-2 flex flex-col gap-2">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3">
          <VoteButton item={item} size="compact" className="min-w-18" />
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
  );
}
