import { storedListOrder } from "#web/app/navigation/listOrder.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";

/** The position of an item in the list that the admin came from. */
interface Neighbors {
  /** The URL of the list. */
  readonly list: string;
  /** The item's position in the list, counted from 1. */
  readonly place: number;
  readonly total: number;
  /** The URL of the previous item; undefined for the first item. */
  readonly previous: string | undefined;
  /** The URL of the next item; undefined for the last item that the list had loaded. */
  readonly next: string | undefined;
}

/** Returns an item's neighbors; null if the admin did not come from a list with the item. */
export function useNeighbors(feedbackId: number): Neighbors | null {
  const [params] = useSearchParams();
  // The server does not know the list, and hydration must render the same HTML.
  const order = useHydrated() ? storedListOrder(params.get("from")) : null;
  const index = order?.ids.indexOf(feedbackId) ?? -1;
  if (!order || index === -1) return null;
  const from = new URLSearchParams({ from: order.from }).toString();
  const addressOf = (id: number | undefined) =>
    id === undefined ? undefined : `/feedback/${String(id)}?${from}`;
  return {
    list: order.from,
    place: index + 1,
    total: order.total,
    previous: addressOf(order.ids[index - 1]),
    next: addressOf(order.ids[index + 1]),
  };
}
