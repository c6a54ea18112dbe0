import { useMemo, useRef, useState } from "react";
import { BULK_LIMIT } from "#contract/bulkChanges.ts";
import type { FeedbackItem } from "#contract/feedback.ts";

export interface Selection {
  /** The selected items that are still in the list. */
  readonly items: readonly FeedbackItem[];
  readonly has: (id: number) => boolean;
  /**
   * Selects or deselects an item. With `isRange`, selects all items from the last toggled item to
   * this item.
   */
  readonly toggle: (id: number, isRange: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** Manages the selected items of a list. An item that leaves the list is no longer selected. */
export function useSelection(listed: readonly FeedbackItem[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const lastId = useRef<number | null>(null);
  return useMemo(
    () => ({
      items: listed.filter(({ id }) => ids.has(id)),
      has: (id) => ids.has(id),
      toggle: (id, isRange) => {
        const from = listed.findIndex((item) => item.id === lastId.current);
        const to = listed.findIndex((item) => item.id === id);
        lastId.current = id;
        const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
        setIds(isRange && from !== -1 ? withAll(ids, range) : toggled(ids, id));
      },
      selectAll: () => setIds(withAll(new Set(), listed.slice(0, BULK_LIMIT))),
      clear: () => setIds(new Set()),
    }),
    [listed, ids],
  );
}

const withAll = (ids: ReadonlySet<number>, items: readonly FeedbackItem[]) =>
  new Set([...ids, ...items.map(({ id }) => id)]);

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
