import type { ModeratedPost } from "#contract/moderation.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { PostIds, Subject } from "./moderation.queries.ts";
import { findModeratedPosts } from "./moderation.queries.ts";

/**
 * Returns the rows with their posts, in the same order. Rows whose post was deleted meanwhile are
 * left out. The posts are read by their ids and not with a join, for which PostgreSQL might read
 * all items.
 */
export async function withPosts<Row extends PostIds>(
  db: TenantDb,
  rows: readonly Row[],
): Promise<(Row & ModeratedPost)[]> {
  const { companyId } = db;
  const itemIds = rows.flatMap(({ feedbackId }) => feedbackId ?? []);
  const commentIds = rows.flatMap(({ commentId }) => commentId ?? []);
  const find = (subject: Subject, ids: readonly number[]) =>
    ids.length > 0 ? db.all(findModeratedPosts(subject), { companyId, ids }) : [];
  const items = await find("feedback_id", itemIds);
  const comments = await find("comment_id", commentIds);
  const itemOf = new Map(items.map((post) => [post.feedbackId, post]));
  const commentOf = new Map(comments.map((post) => [post.commentId, post]));
  return rows.flatMap((row) => {
    const { feedbackId, commentId } = row;
    const post = commentId === null ? itemOf.get(feedbackId ?? 0) : commentOf.get(commentId);
    return post ? [{ ...row, ...post }] : [];
  });
}
