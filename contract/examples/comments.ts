import type { Comment, commentsApi } from "../comments.ts";
import type { ExamplesOf } from "./example.ts";
import { author, authorForVisitors, user } from "./users.ts";

const comment: Comment = {
  id: 904,
  content: "A setting for it would be enough for us.",
  feedbackId: 118,
  userId: user.id,
  user: author,
  isByTeam: false,
  mergedFromTitle: null,
  visibility: "public",
  createdAt: "2026-05-06T11:30:00.000Z",
  editedAt: null,
  editableUntil: "2026-05-06T11:45:00.000Z",
};

const params = { id: comment.feedbackId };

export const commentsExamples: ExamplesOf<typeof commentsApi> = {
  listComments: {
    params,
    query: { limit: "50" },
    response: [{ ...comment, user: authorForVisitors, editableUntil: null }],
  },
  addComment: {
    params,
    body: { content: comment.content, isInternal: false },
    response: comment,
  },
  editComment: {
    params: { ...params, commentId: comment.id },
    body: { content: "A setting for it would be enough." },
    response: {
      ...comment,
      content: "A setting for it would be enough.",
      editedAt: "2026-05-06T11:33:00.000Z",
    },
  },
  removeComment: { params: { ...params, commentId: comment.id } },
};
