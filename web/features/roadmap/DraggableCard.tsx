import { useDraggable } from "@dnd-kit/core";
import type { ReactNode, RefObject } from "react";
import { useEffect, useRef } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { displayedStatus } from "#contract/feedbackLabels.ts";
import { GripVertical } from "#web/ui/adminIcons.ts";
import { cn } from "#web/ui/cn.ts";
import { Gap } from "./dropTargets.tsx";

/** The latest move of a card. */
export interface Move {
  readonly id: number;
  readonly byKeyboard: boolean;
}

interface DraggableCardProps {
  item: FeedbackItem;
  /** The item above it in its column; null for the first one. */
  previous: FeedbackItem | null;
  /** Whether the roadmap is ordered by hand, so that cards can be dropped above and below the card. */
  byHand: boolean;
  moved: RefObject<Move | null>;
  /** Renders a card. `handle` is the button that moves the card. */
  renderCard: (item: FeedbackItem, handle?: ReactNode) => ReactNode;
}

/** A card that admins move: by mouse anywhere on it, by touch and keyboard on its handle. */
export function DraggableCard({ item, previous, byHand, moved, renderCard }: DraggableCardProps) {
  const status = displayedStatus(item.status);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: item.id,
    data: { title: item.title, status },
  });
  const { onMouseDown, ...handleListeners } = listeners ?? {};
  const handleRef = useCardFocus({ id: item.id, previousId: previous?.id, isDragging, moved });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keyboard and touch use the handle
    <div
      ref={setNodeRef}
      // A press with Control opens the context menu on macOS.
      onMouseDown={(event) => {
        if (event.button === 0 && !event.ctrlKey) onMouseDown?.(event);
      }}
      className="relative"
    >
      {byHand && !previous ? <Gap after={null} status={status} /> : null}
      <div className={cn(isDragging && "opacity-40")}>
        {renderCard(
          item,
          <button
            type="button"
            ref={(element) => {
              handleRef.current = element;
              setActivatorNodeRef(element);
            }}
            {...attributes}
            {...handleListeners}
            aria-label={`Move ${item.title}`}
            className="-mt-1 -mr-1 grid size-8 shrink-0 cursor-grab! touch-none place-items-center rounded-lg text-muted hover:bg-hover print:hidden"
          >
            <GripVertical aria-hidden="true" className="size-4" />
          </button>,
        )}
      </div>
      {byHand ? <Gap after={item} status={status} /> : null}
    </div>
  );
}

interface CardFocus {
  readonly id: number;
  readonly previousId: number | undefined;
  readonly isDragging: boolean;
  readonly moved: RefObject<Move | null>;
}

/**
 * Focuses the handle of a card that is dragged, and the handle in its new place after the card was
 * moved: a moved card is rendered anew or put elsewhere, so the focus is lost.
 */
function useCardFocus({ id, previousId, isDragging, moved }: CardFocus) {
  const handle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isDragging) handle.current?.focus({ preventScroll: true });
  }, [isDragging]);
  useEffect(() => {
    if (moved.current?.id !== id || document.activeElement !== document.body) return;
    // The mouse stays where the card was dropped, so the page must not scroll.
    handle.current?.focus({ preventScroll: !moved.current.byKeyboard });
  }, [id, previousId, moved]);
  return handle;
}
