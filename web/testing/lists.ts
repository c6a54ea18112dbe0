import type { Page } from "#contract/endpoint.ts";

interface AskedPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Returns the entries after the entry whose id is the cursor; without a cursor, the first page. */
export function pageFrom<Item extends { readonly id: number | string }>(
  list: readonly Item[],
  { limit, cursor }: AskedPage,
): Page<Item> {
  const start = cursor === undefined ? 0 : list.findIndex(({ id }) => String(id) === cursor) + 1;
  const items = list.slice(start, start + limit);
  const hasMore = start + limit < list.length;
  return { items, total: list.length, nextCursor: hasMore ? String(items.at(-1)?.id) : null };
}

/**
 * Returns the entries directly before the entry whose id is the cursor; without a cursor, the last
 * page.
 */
export function pageFromEnd<Item extends { readonly id: number | string }>(
  list: readonly Item[],
  asked: AskedPage,
): Page<Item> {
  const page = pageFrom(list.toReversed(), asked);
  return { ...page, items: page.items.toReversed() };
}

/** Whether a text contains a search text, ignoring case. */
export function includes(text: string, search = ""): boolean {
  return text.toLowerCase().includes(search.toLowerCase());
}
