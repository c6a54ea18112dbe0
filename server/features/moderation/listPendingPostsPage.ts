import type { Page, QueryOf } from "#contract/endpoint.ts";
import type { ModeratedPost, moderationApi } from "#contract/moderation.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { decodePosition, isTimestamp, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { PendingPostRow } from "./moderation.queries.ts";
import { countModerated, listPendingPosts } from "./moderation.queries.ts";
import { withPosts } from "./withPosts.ts";

const ORDER = "pending posts";
/** A position before every post. */
const START = { key: "-infinity", id: 0 };

/**
 * Returns one page of the items and comments that wait for approval.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listPendingPostsPage({
  db,
  tenantId: companyId,
  query: { limit, cursor },
}: TenantUserContext & { query: QueryOf<typeof moderationApi.list> }): Promise<
  Page<ModeratedPost>
> {
  const position = cursor === undefined ? START : decodePosition(ORDER, cursor, isTimestamp);
  const { key: since, id: afterId } = position;
  const rows = await db.all(listPendingPosts, { companyId, since, afterId, rows: limit + 1 });
  const total = (await db.first(countModerated, { companyId }))?.pending ?? 0;
  const positionOf = ({ createdAt, place }: PendingPostRow) => ({ key: createdAt, id: place });
  const page = pageOf(rows, { limit, order: ORDER, total, positionOf });
  return { ...page, items: await withPosts(db, page.items) };
}
