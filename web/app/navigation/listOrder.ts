const STORAGE_KEY = "list-order";

/** The items of the list that was displayed last, in the list's order. */
export interface ListOrder {
  /** Path and query of the list. */
  readonly from: string;
  readonly ids: readonly number[];
}

/** Stores the order of a list for the pages of its items, until the tab is closed. */
export function storeListOrder(order: ListOrder): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(order));
  } catch {
    // Without storage, the items' pages have no links to the next item.
  }
}

/** Returns the ids of the list with this address; none if another list was displayed last. */
export function storedListOrder(from: string | null): readonly number[] {
  try {
    const order = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<ListOrder>;
    return order.from === from && Array.isArray(order.ids) ? order.ids : [];
  } catch {
    return [];
  }
}
