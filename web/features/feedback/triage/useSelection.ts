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
  /** Selects an item for one change only, because a key asks for it while no item is selected. */
  readonly selectForChange: (id: number) => void;
  /** Called after a change: an item that was selected for one change only is deselected. */
  readonly settle: () => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/**
 * Manages the selected items of a list. An item that leaves the list is not selected while it is
 * not listed.
 */
export function useSelection(listed: readonly FeedbackItem[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const lastId = useRef<number | null>(null);
  const isForChange = useRef(false);
  return useMemo(
    () => ({
      items: listed.filter(({ id }) => ids.has(id)),
      has: (id) => ids.has(id),
      selectForChange: (id) => {
        isForChange.current = true;
        setIds(new Set([id]));
      },
      settle: () => {
        if (isForChange.current) setIds(new Set());
      },
      toggle: (id, isRange) => {
        isForChange.current = false;
        const from = listed.findIndex((item) => item.id === lastId.current);
        const to = listed.findIndex((item) => item.id === id);
        lastId.current = id;
        const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
        setIds(isRange && from !== -1 ? withAll(ids, range) : toggled(ids, id));
      },
      selectAll: () => {
        isForChange.current = false;
        setIds(withAll(new Set(), listed.slice(0, BULK_LIMIT)));
      },
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
