import type { QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import type { Page } from "#contract/endpoint.ts";
import { apiPagedQuery, callThrough } from "#web/app/api/apiQuery.ts";

/** How many hundreds the first page holds at most. */
const MAX_HUNDREDS = 3;

type CommentPage = Page<Comment>;
type PageAt = (cursor: string | undefined) => Promise<CommentPage>;

interface Asked {
  client: QueryClient;
  signal: AbortSignal;
  pageParam: string | undefined;
}

/**
 * An item's comments: the newest hundred, then page by page those before them. Fetched again, the
 * first page goes back as far as it did, so that what is shown stays when others write;
 * `MAX_HUNDREDS` bounds it.
 */
export function commentsQuery(feedbackId: number) {
  const params = { id: String(feedbackId) };
  const limit = "100";
  const paged = apiPagedQuery(commentsApi.list, { params, query: { limit } });
  const queryFn = async ({ client, signal, pageParam }: Asked) => {
    const pageAt: PageAt = (cursor) =>
      callThrough(client, commentsApi.list, { params, query: { limit, cursor } }, { signal });
    const page = await pageAt(pageParam);
    // On the first page there is none, also not where it came with the document.
    const shown = pageParam ? undefined : client.getQueryData(paged.queryKey)?.pages[0];
    return shown ? withAllShown(page, shown, pageAt) : page;
  };
  return { ...paged, queryFn };
}

/**
 * The newest page, and what it needs of those before it to begin where the one that is shown does.
 */
async function withAllShown(
  newest: CommentPage,
  shown: CommentPage,
  pageAt: PageAt,
): Promise<CommentPage> {
  const [oldest] = shown.items;
  if (!oldest) return newest;
  const reached = await reachBack(newest, oldest.id, pageAt);
  if (reached === newest || oldestIdOf(reached) > oldest.id) return reached;
  const items = reached.items.filter(({ id }) => id >= oldest.id);
  return { ...reached, items, nextCursor: shown.nextCursor };
}

/** The page with those before it, until it holds what is as old as `id`. */
async function reachBack(
  page: CommentPage,
  id: number,
  pageAt: PageAt,
  hundreds = 1,
): Promise<CommentPage> {
  const { items, nextCursor } = page;
  if (hundreds === MAX_HUNDREDS || nextCursor === null || oldestIdOf(page) <= id) return page;
  const before = await pageAt(nextCursor);
  const longer = { ...page, items: [...before.items, ...items], nextCursor: before.nextCursor };
  return reachBack(longer, id, pageAt, hundreds + 1);
}

function oldestIdOf({ items }: CommentPage): number {
  return items[0]?.id ?? 0;
}
