import type { PagedPath } from "#contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { InputArgs, ItemOf } from "./apiQuery.ts";
import { apiPagedQuery, callPage } from "./apiQuery.ts";

/**
 * The maximum number of responses that are joined to form the first page. A response has a hundred
 * items, or fewer if the items are long.
 */
const MAX_RESPONSES = 3;

interface Identified {
  readonly id: number;
}
type PageAt<Item> = (cursor: string | undefined) => Promise<Page<Item>>;

interface Asked {
  client: QueryClient;
  signal: AbortSignal;
  pageParam: string | undefined;
}

/**
 * Returns the query options for a paged list of a feedback item, such as its comments. The first
 * page contains the newest entries, and the next pages contain older entries. If entries have been
 * added, a refetch of the first page must not lose entries that are displayed. The refetch
 * therefore loads all entries from the newest to the oldest entry of the former first page. It
 * joins at most `MAX_RESPONSES` responses.
 */
export function latestPagesQuery<Path extends PagedPath>(path: Path, feedbackId: number) {
  type Item = ItemOf<Path> & Identified;
  const params = { id: feedbackId };
  const limit = "100";
  const paged = apiPagedQuery(path, ...([{ params, query: { limit } }] as InputArgs<Path>));
  const queryFn = async ({ client, signal, pageParam }: Asked) => {
    const pageAt = async (cursor: string | undefined) => {
      const onePage = { params, query: { limit, cursor } };
      return (await callPage(client, path, onePage, signal)) as Page<Item>;
    };
    const page = await pageAt(pageParam);
    // A call without a cursor fetches the first page. If the first page is already cached, the call
    // is a refetch.
    const shown = pageParam ? undefined : client.getQueryData(paged.queryKey)?.pages[0];
    return shown ? withAllShown(page, shown as Page<Item>, pageAt) : page;
  };
  return { ...paged, queryFn };
}

/**
 * Returns the newest page, extended by earlier pages until the page begins where the cached page
 * `shown` begins. Returns a shorter page if `MAX_RESPONSES` responses do not suffice.
 */
async function withAllShown<Item extends Identified>(
  newest: Page<Item>,
  shown: Page<Item>,
  pageAt: PageAt<Item>,
): Promise<Page<Item>> {
  const [oldest] = shown.items;
  if (!oldest) return newest;
  const reached = await reachBack(newest, oldest.id, pageAt);
  if (reached === newest || oldestIdOf(reached) > oldest.id) return reached;
  const items = reached.items.filter(({ id }) => id >= oldest.id);
  return { ...reached, items, nextCursor: shown.nextCursor };
}

/**
 * Extends the page with earlier pages. Stops when the page reaches back to the item with this id,
 * when there is no earlier page, or when the page consists of `MAX_RESPONSES` responses.
 */
async function reachBack<Item extends Identified>(
  page: Page<Item>,
  id: number,
  pageAt: PageAt<Item>,
  responses = 1,
): Promise<Page<Item>> {
  const { items, nextCursor } = page;
  if (responses === MAX_RESPONSES || nextCursor === null || oldestIdOf(page) <= id) return page;
  const before = await pageAt(nextCursor);
  const longer = { ...page, items: [...before.items, ...items], nextCursor: before.nextCursor };
  return reachBack(longer, id, pageAt, responses + 1);
}

function oldestIdOf({ items }: Page<Identified>): number {
  return items[0]?.id ?? 0;
}
