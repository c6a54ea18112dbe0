import { commentsApi } from "#contract/comments.ts";
import { findFeedbackItem } from "#server/feedback/feedback.queries.ts";
import { portalVisitor, signedIn } from "#server/http/guards.ts";
import { notFound } from "#server/http/httpError.ts";
import { requireTenant } from "#server/http/requireTenant.ts";
import { route } from "#server/http/route.ts";
import { isAdminOf } from "#server/users/users.policy.ts";
import { addComment, commentLimit } from "./addComment.ts";
import { listComments } from "./comments.queries.ts";
import { removeComment } from "./removeComment.ts";

export const commentsRoutes = [
  route(commentsApi.list, portalVisitor, async (context) => {
    const { notFound: message } = commentsApi.list;
    const db = requireTenant(context, message);
    const { viewer, params } = context;
    const place = { companyId: db.companyId, feedbackId: params.id };
    const sight = { viewerId: viewer?.id ?? null, canSeePrivate: isAdminOf(viewer, db.companyId) };
    const [item, comments] = await Promise.all([
      db.first(findFeedbackItem, { ...place, ...sight }),
      db.all(listComments, place),
    ]);
    if (!item) throw notFound(message);
    return comments;
  }),
  route(commentsApi.create, signedIn, addComment, commentLimit),
  route(commentsApi.remove, signedIn, removeComment),
];
