const STORAGE_KEY = "list-order";

/** The items of the list that was displayed last, in the list's order. */
export interface ListOrder {
  /** Path and query of the list. */
  readonly from: string;
  /** The ids of the displayed items. The whole list can be longer. */
  readonly ids: readonly number[];
  readonly total: number;
}

/** Stores the order of a list for the pages of its items, until the tab is closed. */
export function storeListOrder(order: ListOrder): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(order));
  } catch {
    // Without storage, the items' pages have no links to the previous and the next item.
  }
}

/** Returns the order of the list with this URL; null unless this list was displayed last. */
export function storedListOrder(from: string | null): ListOrder | null {
  try {
    const order = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as ListOrder | null;
    return order?.from === from ? order : null;
  } catch {
    return null;
  }
}
