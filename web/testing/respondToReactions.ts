import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";
import { Refusal } from "./ScriptedServer.ts";

/** Lets the signed-in user react to comments and take reactions back. */
export function respondToReactions(server: ScriptedServer, comments: readonly Comment[]): void {
  const commentOf = (id: number) => {
    const comment = comments.find((each) => each.id === id);
    if (!comment) throw new Refusal(404, "Comment not found");
    return comment;
  };
  server
    .respond(commentsApi.react, ({ params: { id, emoji } }) => {
      const { reactions } = commentOf(id);
      const one = reactions.find((reaction) => reaction.emoji === emoji);
      if (!one) reactions.push({ emoji, count: 1, isOwn: true });
      else if (!one.isOwn) Object.assign(one, { count: one.count + 1, isOwn: true });
    })
    .respond(commentsApi.withdrawReaction, ({ params: { id, emoji } }) => {
      const comment = commentOf(id);
      const own = comment.reactions.find((one) => one.emoji === emoji && one.isOwn);
      if (own) Object.assign(own, { count: own.count - 1, isOwn: false });
      comment.reactions = comment.reactions.filter(({ count }) => count > 0);
    });
}
