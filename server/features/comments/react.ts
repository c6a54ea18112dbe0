import type { commentsApi } from "#contract/comments.ts";
import { PENDING_COMMENT } from "#contract/comments.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import type { ReactedComment } from "./reactions.queries.ts";
import { deleteReaction, insertReaction } from "./reactions.queries.ts";

export const reactionLimit = byAccount({
  name: "reaction-account",
  attempts: 600,
  windowSeconds: 60 * 60,
});

type ReactContext = Handled<typeof commentsApi.react, TenantUserContext>;

/** Adds the viewer's reaction once, however often it is sent. It notifies nobody. */
export async function addReaction(context: ReactContext): Promise<void> {
  const { db, visibility, params, response } = context;
  const { id: commentId, emoji } = params;
  try {
    const found = await db.first(insertReaction, { ...visibility, commentId, emoji });
    if (!found) throw context.notFound();
    const { state } = found;
    if (state === "merged" || state === "pending") throw conflict(NOT_OPEN[state]);
    if (found.visibility === "pending") throw conflict(PENDING_COMMENT);
    reportReaction(response, found);
  } catch (error) {
    // The comment was deleted while the statement ran.
    if (isForeignKeyViolation(error, "comment_reaction_company_id_comment_id_fkey"))
      throw context.notFound();
    throw error;
  }
}

export async function removeReaction(context: ReactContext): Promise<void> {
  const { db, visibility, params, response } = context;
  const { id: commentId, emoji } = params;
  const found = await db.first(deleteReaction, { ...visibility, commentId, emoji });
  if (!found) throw context.notFound();
  reportReaction(response, found);
}

/** Tells the open pages of the item, unless nothing has changed. */
function reportReaction(
  response: Pick<ResponseContext, "changed" | "unchanged">,
  { feedbackId, boardId, isPrivate, visibility, isChanged }: ReactedComment,
): void {
  if (!isChanged) return response.unchanged();
  const event = { kind: "reaction", feedbackId, boardId } as const;
  response.changed(event, isPrivate || visibility !== "public");
}
