import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { cn } from "#web/ui/cn.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import type { CardTools } from "./FeedbackCard.tsx";
import { FeedbackCard } from "./FeedbackCard.tsx";

export interface FeedbackCardsProps {
  items: readonly FeedbackItem[];
  /** Number of items in the whole list. */
  total: number;
  boards: readonly Board[];
  categories: readonly BoardCategory[];
  /**
   * Whether a request with new filters is pending. Until the response arrives, the items are those
   * of the previous filters.
   */
  isOutdated: boolean;
  filters: FeedbackFilters;
  onChange: (changes: Partial<FeedbackFilters>) => void;
  /** The board of the page; null on the page of all boards. */
  pageBoardId: number | null;
  /** Index of the item to focus after it has loaded; null if no item gets the focus. */
  focusIndex: number | null;
}

type Shown = Omit<FeedbackCardsProps, "total" | "filters" | "onChange">;

interface CardListProps extends Shown {
  listRef?: RefObject<HTMLUListElement | null>;
  /** Returns the admins' tools on an item's card. */
  toolsFor?: (item: FeedbackItem) => CardTools;
}

/** Displays items as a list of cards. */
export function FeedbackCards({
  items,
  boards,
  pageBoardId,
  categories,
  isOutdated,
  focusIndex,
  listRef,
  toolsFor,
}: CardListProps) {
  const ownRef = useRef<HTMLUListElement>(null);
  const list = listRef ?? ownRef;
  const from = useListAddress();
  const isFocusable = focusIndex !== null && focusIndex < items.length;
  useEffect(() => {
    if (isFocusable) list.current?.children[focusIndex]?.querySelector("a")?.focus();
  }, [isFocusable, focusIndex, list]);
  return (
    <ul
      ref={list}
      aria-busy={isOutdated}
      className={cn("flex flex-col gap-3 transition-opacity", isOutdated && "opacity-60")}
    >
      {items.map((item) => {
        const board = boards.find(({ id }) => id === item.boardId);
        return (
          <li key={item.id} className="late-46 sm:late-34">
            <FeedbackCard
              item={item}
              from={from}
              tools={toolsFor?.(item)}
              isPrivate={board?.isPrivate === true}
              boardName={pageBoardId === null ? board?.name : undefined}
              categoryName={categories.find(({ id }) => id === item.boardCategoryId)?.name}
            />
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns the path and query of the current list, for links back to the list. Omits the parameter
 * `submit`, because these links must not open the submit dialog.
 */
export function useListAddress(): string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("submit");
  return params.size > 0 ? `${pathname}?${params.toString()}` : pathname;
}
