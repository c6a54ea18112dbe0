import type { Page } from "#contract/endpoint.ts";
import type { ModeratedPost } from "#contract/moderation.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { encodePosition, pageOf, rowsOfPage } from "#server/platform/http/keysetCursor.ts";
import type { PostIds, Subject } from "./moderation.queries.ts";
import { findModeratedPosts } from "./moderation.queries.ts";

type Viewing = Pick<TenantContext, "db" | "visibility">;

/**
 * Returns one page of rows with their posts. Like every page of a list, it ends early where the
 * texts of the posts are long.
 */
export async function pageOfPosts<Row extends PostIds>(
  context: Viewing,
  rows: readonly Row[],
  page: Parameters<typeof pageOf<Row>>[1],
): Promise<Page<Row & ModeratedPost>> {
  const listed = pageOf(rows, page);
  const posts = await withPosts(context, listed.items);
  const items = rowsOfPage(posts, page.limit);
  const last = items.length < posts.length ? items.at(-1) : undefined;
  return {
    ...listed,
    items,
    nextCursor: last ? encodePosition(page.order, page.positionOf(last)) : listed.nextCursor,
  };
}

/**
 * Returns the rows with their posts, in the same order. Rows whose post was deleted meanwhile or
 * is hidden from the viewer are left out. The posts are read by their ids and not with a join, for which PostgreSQL might read
 * all items.
 */
async function withPosts<Row extends PostIds>(
  { db, visibility }: Viewing,
  rows: readonly Row[],
): Promise<(Row & ModeratedPost)[]> {
  const itemIds = rows.flatMap(({ feedbackId }) => feedbackId ?? []);
  const commentIds = rows.flatMap(({ commentId }) => commentId ?? []);
  const find = (subject: Subject, ids: readonly number[]) =>
    ids.length > 0 ? db.all(findModeratedPosts(subject), { ...visibility, ids }) : [];
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
