import type { SimilarItem } from "#contract/similarFeedback.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { StatusBadge } from "./StatusBadge.tsx";
import { VoteButton } from "./VoteButton.tsx";

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
  );
}
