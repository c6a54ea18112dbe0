import type { Page } from "#contract/endpoint.ts";

/** One page: as many as asked for, from behind the thing that the cursor names. */
export function pageFrom<Thing extends { readonly id: number | string }>(
  things: readonly Thing[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Page<Thing> {
  const start = cursor === undefined ? 0 : things.findIndex(({ id }) => String(id) === cursor) + 1;
  const items = things.slice(start, start + limit);
  const hasMore = start + limit < things.length;
  return { items, total: things.length, nextCursor: hasMore ? String(items.at(-1)?.id) : null };
}

/** Whether a text has the search in it, without case; everything has none. */
export function includes(text: string, search = ""): boolean {
  return text.toLowerCase().includes(search.toLowerCase());
}
