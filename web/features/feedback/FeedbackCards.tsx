import { useEffect, useRef, useState } from "react";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { isAdminOf } from "#web/app/api/session.ts";
import { cn } from "#web/ui/cn.ts";
import { promptPart } from "#web/ui/idlePart.tsx";
import type { CardTools } from "./cardTools.ts";
import { FeedbackCard } from "./FeedbackCard.tsx";
import { useListAddress } from "./useListAddress.ts";

const Triage = promptPart(async () => (await import("./triage/Triage.tsx")).Triage);

interface FeedbackCardsProps {
  items: readonly FeedbackItem[];
  /** Number of items in the whole list. */
  total: number;
  boards: readonly Board[];
  /** Whether each card displays the name of the item's board. */
  namesBoards: boolean;
  categories: readonly BoardCategory[];
  /**
   * Whether a request with new filters is pending. Until the response arrives, the items are those
   * of the previous filters.
   */
  isOutdated: boolean;
  /** Index of the item to focus after it has loaded; null if no item gets the focus. */
  focusIndex: number | null;
}

/** Displays items as a list of cards. */
export function FeedbackCards({
  items,
  total,
  boards,
  namesBoards,
  categories,
  isOutdated,
  focusIndex,
}: FeedbackCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const from = useListAddress();
  const [tools, setTools] = useState<CardTools | null>(null);
  const isAdmin = isAdminOf(useCurrentUser(), usePortal().tenantId);
  const isFocusable = focusIndex !== null && focusIndex < items.length;
  useEffect(() => {
    if (isFocusable) list.current?.children[focusIndex]?.querySelector("a")?.focus();
  }, [isFocusable, focusIndex]);
  return (
    <>
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
                hasTools={isAdmin}
                tools={tools}
                isPrivate={board?.isPrivate === true}
                boardName={namesBoards ? board?.name : undefined}
                categoryName={categories.find(({ id }) => id === item.boardCategoryId)?.name}
              />
            </li>
          );
        })}
      </ul>
      {isAdmin ? (
        <Triage items={items} total={total} list={list} from={from} onTools={setTools} />
      ) : null}
    </>
  );
}
