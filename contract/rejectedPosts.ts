import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idQuery, timestamp } from "./fields.ts";

/** The maximum number of rejected posts that are listed. */
export const REJECTED_POSTS_LIMIT = 20;

/** A post of the viewer that an admin has rejected, as long as 90 days ago. */
export const RejectedPost = z.object({
  id: z.number(),
  /** The rejected item, which no longer exists, or the item of the rejected comment. */
  feedbackId: z.number(),
  /** Null for an item. */
  commentId: z.nullable(z.number()),
  title: z.string(),
  /** The first 300 characters of the description or comment. */
  excerpt: z.string(),
  /** Why the post was rejected, in the words of the admin; null if the admin has given no reason. */
  reason: z.nullable(z.string()),
  /** Whether the author has seen that the post was rejected. */
  isRead: z.boolean(),
  createdAt: timestamp,
});
export type RejectedPost = z.output<typeof RejectedPost>;

export const rejectedPostsApi = {
  list: endpoint({
    operationId: "listRejectedPosts",
    method: "GET",
    path: "/api/rejected-posts",
    summary:
      "The viewer's newest 20 posts that admins of the company have rejected; with `feedbackId`, of this item only.",
    query: z.object({ feedbackId: z.optional(idQuery) }),
    response: z.array(RejectedPost),
    status: 200,
  }),
} as const;

export const rejectedPostsExamples: ExamplesOf<typeof rejectedPostsApi> = {
  listRejectedPosts: {
    query: { feedbackId: "42" },
    response: [
      {
        id: 3,
        feedbackId: 42,
        commentId: null,
        title: "Dark mode",
        excerpt: "Please add a dark theme.",
        reason: "We don't publish requests that name a customer.",
        isRead: false,
        createdAt: "2026-05-06T08:30:00.000Z",
      },
    ],
  },
};
