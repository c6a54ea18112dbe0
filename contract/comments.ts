import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam, pageCursor, pageLimit, text, timestamp } from "./fields.ts";
import { NOT_OPEN } from "./feedback.ts";
import { BLOCKED_ACCOUNT, CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { TextFormat } from "./textFormat.ts";
import { Author, exampleAuthor, exampleAuthorForVisitors, exampleUser } from "./users.ts";

/**
 * Who can read a comment (docs/product-decisions.md "Duplicates, triage"). Everybody who can see
 * the item can read a `public` comment. Only the company's admins can read an `internal` comment.
 * Only the admins and the author can read a `pending` comment, until an admin approves the comment.
 */
export const CommentVisibility = z.enum(["public", "internal", "pending"]);
export type CommentVisibility = z.output<typeof CommentVisibility>;

/**
 * Minutes after its creation in which an author can change a comment (docs/product-decisions.md
 * "Feedback").
 */
export const EDITABLE_MINUTES = 15;

/** The message of the 409 for a comment of the viewer that can no longer be changed. */
export const NOT_EDITABLE = "This comment can no longer be changed";

/** A comment with its author (docs/specification.md "3. Entities and their fields"). */
export const Comment = z.object({
  id: z.number(),
  content: z.string(),
  contentFormat: TextFormat,
  feedbackId: z.number(),
  /** The author's id; null if the account was deleted. */
  userId: z.nullable(z.number()),
  /** The author; `DELETED_USER` if the account was deleted. */
  user: z.nullable(Author),
  /** Whether the author is an admin of the company. */
  isByTeam: z.boolean(),
  /**
   * Whether an import has written the comment under the name of its author, who has an account. The
   * author can disown it.
   */
  isImported: z.boolean(),
  /**
   * Title of the merged item from which the comment was moved; null for the item's own comments.
   */
  mergedFromTitle: z.nullable(z.string()),
  visibility: CommentVisibility,
  createdAt: timestamp,
  /** When the author last changed the content; null if it is unchanged. */
  editedAt: z.nullable(timestamp),
  /** Until when the viewer may change the content; null if the viewer may not. */
  editableUntil: z.nullable(timestamp),
});
export type Comment = z.output<typeof Comment>;

/** Markdown. */
const content = text("Comment", 1, 5000, "Comment cannot be empty");

/** The body of PATCH /api/feedback/{id}/comments/{commentId}. */
export const ChangedComment = z.object({ content });

export const NewComment = z.object({
  content,
  /**
   * Whether the comment is an internal note. Only the company's admins can write and read these
   * notes.
   */
  isInternal: z.optional(z.boolean()),
});

const feedbackId = z.object({ id: idParam });
const notFound = "Feedback item not found";

export const commentsApi = {
  list: endpoint({
    operationId: "listComments",
    method: "GET",
    path: "/api/feedback/:id/comments",
    scope: "feedback:read",
    summary:
      "The item's comments. The first page holds the newest comments; each page is sorted oldest first.",
    params: feedbackId,
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(Comment),
    status: 200,
    paged: true,
    notFound,
  }),
  create: endpoint({
    operationId: "addComment",
    method: "POST",
    path: "/api/feedback/:id/comments",
    scope: "feedback:write",
    actsForCustomers: true,
    summary:
      "Adds a comment, or an internal note if an admin of the company sets `isInternal`. Its `visibility` is `pending` if the company's admins must approve it first.",
    params: feedbackId,
    body: NewComment,
    response: Comment,
    status: 201,
    notFound,
    errors: {
      403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT],
      409: [NOT_OPEN.merged, NOT_OPEN.pending],
    },
  }),
  edit: endpoint({
    operationId: "editComment",
    method: "PATCH",
    path: "/api/feedback/:id/comments/:commentId",
    scope: "feedback:write",
    summary: `Changes the content of a comment. Only its author may do this, within ${String(EDITABLE_MINUTES)} minutes. Comments that wait for approval cannot be changed, nor can approved comments where all comments need approval.`,
    params: z.object({ id: idParam, commentId: idParam }),
    body: ChangedComment,
    response: Comment,
    status: 200,
    notFound: "Comment not found",
    errors: {
      403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT],
      409: [NOT_EDITABLE],
    },
  }),
  remove: endpoint({
    operationId: "removeComment",
    method: "DELETE",
    path: "/api/feedback/:id/comments/:commentId",
    scope: "feedback:write",
    summary: "Deletes a comment. Only its author and the company's admins may do this.",
    params: z.object({ id: idParam, commentId: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: "Comment not found",
  }),
} as const;

export const exampleComment: Comment = {
  id: 904,
  content: "A setting for it would be **enough** for us.",
  contentFormat: "markdown",
  feedbackId: 118,
  userId: exampleUser.id,
  user: exampleAuthor,
  isByTeam: false,
  isImported: false,
  mergedFromTitle: null,
  visibility: "public",
  createdAt: "2026-05-06T11:30:00.000Z",
  editedAt: null,
  editableUntil: "2026-05-06T11:45:00.000Z",
};

const exampleParams = { id: exampleComment.feedbackId };

export const commentsExamples: ExamplesOf<typeof commentsApi> = {
  listComments: {
    params: exampleParams,
    query: { limit: "50" },
    response: [{ ...exampleComment, user: exampleAuthorForVisitors, editableUntil: null }],
  },
  addComment: {
    params: exampleParams,
    body: { content: exampleComment.content, isInternal: false },
    response: exampleComment,
  },
  editComment: {
    params: { ...exampleParams, commentId: exampleComment.id },
    body: { content: "A setting for it would be enough." },
    response: {
      ...exampleComment,
      content: "A setting for it would be enough.",
      contentFormat: "plain",
      editedAt: "2026-05-06T11:33:00.000Z",
    },
  },
  removeComment: { params: { ...exampleParams, commentId: exampleComment.id } },
};
