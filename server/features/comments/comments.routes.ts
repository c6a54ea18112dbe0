import { commentsApi } from "#contract/comments.ts";
import { objectUser, portalVisitor, writer } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { addComment, commentLimit } from "./addComment.ts";
import { editComment } from "./editComment.ts";
import { listCommentsPage } from "./listCommentsPage.ts";
import { addReaction, reactionLimit, removeReaction } from "./react.ts";
import { removeComment } from "./removeComment.ts";

export const commentsRoutes = [
  route(commentsApi.list, portalVisitor, listCommentsPage),
  route(commentsApi.create, writer, addComment, commentLimit),
  route(commentsApi.edit, writer, editComment, commentLimit),
  route(commentsApi.remove, objectUser, removeComment),
  route(commentsApi.react, writer, addReaction, reactionLimit),
  route(commentsApi.withdrawReaction, objectUser, removeReaction, reactionLimit),
];
