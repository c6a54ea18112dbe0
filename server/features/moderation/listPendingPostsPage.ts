import type { Page } from "#contract/endpoint.ts";
import type { ModeratedPost, moderationApi } from "#contract/moderation.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { decodePosition, isTimestamp } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { PendingPostRow } from "./moderation.queries.ts";
import { countModerated, listPendingPosts } from "./moderation.queries.ts";
import { pageOfPosts } from "./pageOfPosts.ts";

/** The position before the first post of the list. */
const START = { key: "-infinity", id: 0 };

/**
 * Returns one page of the items and comments that wait for approval, or of the suspected items.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listPendingPostsPage({
  db,
  visibility,
  query: { suspected: isSuspected, limit, cursor },
}: Handled<typeof moderationApi.list, TenantUserContext>): Promise<Page<ModeratedPost>> {
  const order = isSuspected ? "suspected posts" : "pending posts";
  const position = cursor === undefined ? START : decodePosition(order, cursor, isTimestamp);
  const page = { since: position.key, afterId: position.id, rows: limit + 1 };
  const rows = await db.all(listPendingPosts, { ...visibility, isSuspected, ...page });
  const counts = await db.first(countModerated, visibility);
  const total = counts?.[isSuspected ? "suspected" : "pending"] ?? 0;
  const positionOf = ({ createdAt, place }: PendingPostRow) => ({ key: createdAt, id: place });
  return pageOfPosts({ db, visibility }, rows, { limit, order, total, positionOf });
}
