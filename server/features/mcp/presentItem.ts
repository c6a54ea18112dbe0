import type { Comment } from "#contract/comments.ts";
import type { FeedbackDetail, FeedbackItem } from "#contract/feedback.ts";
import { quoted } from "./quoted.ts";

/** Maximum characters of texts in results. */
const LONGEST = { title: 200, name: 120, excerpt: 200, description: 4000, comment: 1000 };

export const itemUrl = (id: number, origin: string) => `${origin}/feedback/${String(id)}`;

function factsOf(item: FeedbackItem, origin: string) {
  const { id, status, state, category, boardId, votes, commentsCount, createdAt } = item;
  const url = itemUrl(id, origin);
  return { id, url, status, state, category, boardId, votes, comments: commentsCount, createdAt };
}

/** Presents an item of a list. */
export const listedItemOf = (item: FeedbackItem, origin: string) => ({
  ...factsOf(item, origin),
  quoted: {
    title: quoted(item.title, LONGEST.title),
    description: quoted(item.description, LONGEST.excerpt),
  },
});

/** Presents an item with the facts and texts of its page. */
export function detailOf(item: FeedbackDetail, origin: string) {
  const { author, assignee, closeReason, closeNote, mergedIntoId, changelogEntry } = item;
  return {
    ...factsOf(item, origin),
    ...(assignee && { assignee: { id: assignee.id, name: assignee.fullName } }),
    ...(closeReason && { closeReason }),
    ...(mergedIntoId !== null && { mergedInto: itemUrl(mergedIntoId, origin) }),
    ...(changelogEntry && { changelogEntry: `${origin}/changelog/${changelogEntry.slug}` }),
    quoted: {
      title: quoted(item.title, LONGEST.title),
      author: author && quoted(author.fullName ?? author.username ?? "", LONGEST.name),
      ...(author?.username && { authorEmail: author.username }),
      description: quoted(item.description, LONGEST.description),
      ...(closeNote && { closeNote: quoted(closeNote, LONGEST.comment) }),
    },
  };
}

export const commentOf = (comment: Comment, origin: string) => ({
  id: comment.id,
  url: `${itemUrl(comment.feedbackId, origin)}#comment-${String(comment.id)}`,
  isByTeam: comment.isByTeam,
  isInternalNote: comment.visibility === "internal",
  ...(comment.visibility === "pending" && { waitsForApproval: true }),
  createdAt: comment.createdAt,
  quoted: {
    author: comment.user && quoted(comment.user.fullName ?? comment.user.username, LONGEST.name),
    text: quoted(comment.content, LONGEST.comment),
  },
});
