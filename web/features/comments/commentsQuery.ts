import type { QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import type { Page } from "#contract/endpoint.ts";
import { apiPagedQuery, callThrough } from "#web/app/api/apiQuery.ts";

/** Maximum size of the first page, in responses: of a hundred comments, or fewer long ones. */
const MAX_RESPONSES = 3;

type CommentPage = Page<Comment>;
type PageAt = (cursor: string | undefined) => Promise<CommentPage>;

interface Asked {
  client: QueryClient;
  signal: AbortSignal;
  pageParam: string | undefined;
}

/**
 * An item's comments: the newest, then the earlier ones page by page. A refetch of the first page
 * reaches as far back as before, so that displayed comments stay when others post; `MAX_RESPONSES`
 * is the bound.
 */
export function commentsQuery(feedbackId: number) {
  const params = { id: feedbackId };
  const limit = "100";
  const paged = apiPagedQuery(commentsApi.list, { params, query: { limit } });
  const queryFn = async ({ client, signal, pageParam }: Asked) => {
    const pageAt: PageAt = (cursor) =>
      callThrough(client, commentsApi.list, { params, query: { limit, cursor } }, { signal });
    const page = await pageAt(pageParam);
    // Later pages have a cursor. The cached first page is extended after a refetch only.
    const shown = pageParam ? undefined : client.getQueryData(paged.queryKey)?.pages[0];
    return shown ? withAllShown(page, shown, pageAt) : page;
  };
  return { ...paged, queryFn };
}

/** The newest page, extended by earlier ones until it begins where the cached one does. */
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

/** Extends the page with earlier ones until it includes the comment `id`. */
async function reachBack(
  page: CommentPage,
  id: number,
  pageAt: PageAt,
  responses = 1,
): Promise<CommentPage> {
  const { items, nextCursor } = page;
  if (responses === MAX_RESPONSES || nextCursor === null || oldestIdOf(page) <= id) return page;
  const before = await pageAt(nextCursor);
  const longer = { ...page, items: [...before.items, ...items], nextCursor: before.nextCursor };
  return reachBack(longer, id, pageAt, responses + 1);
}

function oldestIdOf({ items }: CommentPage): number {
  return items[0]?.id ?? 0;
}
