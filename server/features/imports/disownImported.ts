import type { Page } from "#contract/endpoint.ts";
import type { ImportedPost, importedPostsApi } from "#contract/importedPosts.ts";
import type { SignedInContext, TenantUserContext } from "#server/platform/access/guards.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import {
  decodePosition,
  EMPTY_PAGE,
  isTimestamp,
  pageOf,
} from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  disownPost,
  FIRST_POST,
  insertDisownedPerson,
  listImportedPosts,
  lockImportedPost,
} from "./importedPosts.queries.ts";

const ORDER = "imported";

/** Returns one page of the posts that imports have written under the viewer's name. */
export async function listOwnImportedPosts({
  db,
  visibility,
  viewer,
  query: { limit, cursor },
}: Handled<typeof importedPostsApi.list, SignedInContext>): Promise<Page<ImportedPost>> {
  const after = cursor === undefined ? FIRST_POST : decodePosition(ORDER, cursor, isTimestamp);
  if (!db || !visibility) return EMPTY_PAGE;
  const { canSeePrivate } = visibility;
  const rows = await db.all(listImportedPosts, {
    companyId: db.companyId,
    viewerId: viewer.id,
    canSeePrivate,
    ...after,
    rows: limit + 1,
  });
  const page = pageOf(
    rows.filter((row) => row.sortId !== null),
    {
      limit,
      order: ORDER,
      total: rows[0]?.total ?? 0,
      positionOf: ({ createdAt, sortId }) => ({ key: createdAt, id: sortId }),
    },
  );
  const items = page.items.map(({ feedbackId, commentId, title, excerpt, createdAt }) => {
    return { feedbackId, commentId, title, excerpt, createdAt };
  });
  return { ...page, items };
}

/**
 * Takes the viewer's account off a post that an import has written under the viewer's name. The post
 * then belongs to an account that nobody can use, with the name that the import gave.
 * @throws HttpError 404 if the post is not the viewer's, or was not imported
 */
export function disownImported(
  context: Handled<typeof importedPostsApi.disown, TenantUserContext>,
): Promise<void> {
  return changeAuthor(context, "account");
}

/**
 * Puts a post that the viewer has disowned under the viewer's name again.
 * @throws HttpError 404 if the viewer has not disowned the post
 */
export function takeBackDisowned(
  context: Handled<typeof importedPostsApi.takeBack, TenantUserContext>,
): Promise<void> {
  return changeAuthor(context, "disowned");
}

async function changeAuthor(
  context: Handled<
    typeof importedPostsApi.disown | typeof importedPostsApi.takeBack,
    TenantUserContext
  >,
  by: "account" | "disowned",
): Promise<void> {
  const { commentId = null } = context.body;
  const { database, tenantId: companyId, viewer, params, response } = context;
  const table = commentId === null ? "feedback_item" : "comment";
  const own = { companyId, userId: viewer.id };
  const item = await database.system.transaction(async (db) => {
    const post = { ...own, feedbackId: params.id, commentId };
    const found = await db.first(lockImportedPost(table, by), post);
    if (!found) throw context.notFound();
    if (by === "account")
      await db.all(insertDisownedPerson, { ...own, passwordHash: unusablePasswordHash() });
    await db.all(disownPost(table, by), { ...own, postId: commentId ?? params.id });
    return found;
  });
  const { feedbackId, boardId, isPrivate } = item;
  response.changed(
    commentId === null
      ? { kind: "item", feedbackId, boardId }
      : { kind: "comment", feedbackId, boardId, commentsCount: null },
    isPrivate,
  );
}
