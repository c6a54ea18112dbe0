import { useEffect, useRef } from "react";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { cn } from "#web/ui/cn.ts";
import { FeedbackCard } from "./FeedbackCard.tsx";
import { useListAddress } from "./useListAddress.ts";

interface FeedbackCardsProps {
  items: readonly FeedbackItem[];
  boards: readonly Board[];
  /** Whether the cards display the names of their boards. */
  namesBoards: boolean;
  categories: readonly BoardCategory[];
  /**
   * Whether the items are those of the previous filters, because the request with the new filters
   * is pending.
   */
  isOutdated: boolean;
  /** Index of the item to focus after it has loaded; null if no item gets the focus. */
  focusIndex: number | null;
}

/** Displays items as a list of cards. */
export function FeedbackCards({
  items,
  boards,
  namesBoards,
  categories,
  isOutdated,
  focusIndex,
}: FeedbackCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const from = useListAddress();
  const isFocusable = focusIndex !== null && focusIndex < items.length;
  useEffect(() => {
    if (isFocusable) list.current?.children[focusIndex]?.querySelector("a")?.focus();
  }, [isFocusable, focusIndex]);
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
              isPrivate={board?.isPrivate === true}
              boardName={namesBoards ? board?.name : undefined}
              categoryName={categories.find(({ id }) => id === item.boardCategoryId)?.name}
            />
          </li>
        );
      })}
    </ul>
  );
}
