import type { FeedbackItem } from "#contract/feedback.ts";
import { cn } from "#web/ui/cn.ts";
import type { Selection } from "./useSelection.ts";

interface SelectBoxProps {
  item: FeedbackItem;
  selection: Selection;
}

/**
 * The checkbox that selects a card's item. On touch screens and while items are selected, the
 * checkbox is always visible. Otherwise, it is visible only on hover and focus. A click with Shift
 * selects all items from the last toggled item to this item.
 */
export function SelectBox({ item, selection }: SelectBoxProps) {
  return (
    <label
      className={cn(
        "absolute top-4 left-1 z-10 grid size-9 place-items-center sm:top-6 noscript:hidden",
        selection.items.length === 0 &&
          "opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100",
      )}
    >
      <input
        type="checkbox"
        // Firefox would otherwise check the box again after a reload, before hydration.
        autoComplete="off"
        aria-label={`Select ${item.title}`}
        checked={selection.has(item.id)}
        className="size-5 accent-primary"
        onChange={({ nativeEvent }) =>
          selection.toggle(item.id, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
