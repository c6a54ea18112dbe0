import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idBody, pageCursor, pageLimit, timestamp, undoToken, exampleUndoToken } from "./fields.ts";

/**
 * Whose new items and comments wait for approval (docs/decisions/0044-moderation.md). Posts of
 * admins never wait.
 */
export const MODERATION_LEVELS = ["off", "anonymous", "newcomers", "all"] as const;
export const ModerationLevel = z.enum(MODERATION_LEVELS, "Unknown moderation level");
export type ModerationLevel = z.output<typeof ModerationLevel>;

/**
 * The maximum total of each moderation list. More entries are listed but not counted. The list of
 * reported posts is different: it contains only the posts of the oldest `MODERATION_COUNT_LIMIT`
 * reports.
 */
export const MODERATION_COUNT_LIMIT = 1000;

/** The maximum number of items, and also of comments, that one call approves or rejects. */
export const DECISION_LIMIT = 500;

/** The author or reporter of a post as the company's admins see the account. */
export const PostAuthor = z.object({
  id: z.number(),
  username: z.string(),
  fullName: z.nullable(z.string()),
  /** Whether the account is blocked in the company. */
  isBlocked: z.boolean(),
});

/** An item or comment as admins see it in the moderation lists. */
export const ModeratedPost = z.object({
  feedbackId: z.number(),
  /** The id of the comment; null if the post is an item. */
  commentId: z.nullable(z.number()),
  /** The title of the item, or of the comment's item. */
  title: z.string(),
  /** The first 1,000 characters of the description or comment. */
  text: z.string(),
  boardName: z.string(),
  /** The author; null for an anonymous visitor and for a deleted account. */
  author: z.nullable(PostAuthor),
  isAuthorDeleted: z.boolean(),
  createdAt: timestamp,
  /**
   * Identifies the title and description of an item, which its author can change; null for a
   * comment, which cannot change while it waits.
   */
  version: z.nullable(z.string()),
});
export type ModeratedPost = z.output<typeof ModeratedPost>;

/** The numbers of posts, counted up to `MODERATION_COUNT_LIMIT`. */
export const ModerationCounts = z.object({
  /** Posts that wait for approval, without possible spam. */
  pending: z.number(),
  /** Waiting items that failed the check of anonymous posts and are therefore possible spam. */
  suspected: z.number(),
  reported: z.number(),
});
export type ModerationCounts = z.output<typeof ModerationCounts>;

const ONE = "Name exactly one of feedbackId, commentId, userId and suspected";

/** The message of the 409 for the approval of an item whose author has changed it since. */
export const CHANGED_POST =
  "The author has changed this post. Read it again before you approve it.";

const chosenPosts = {
  feedbackId: z.optional(idBody),
  commentId: z.optional(idBody),
  userId: z.optional(idBody),
  suspected: z.optional(z.literal(true, "suspected must be true or absent")),
};

const nameOne = z.refine<Partial<Record<keyof typeof chosenPosts, unknown>>>(
  ({ feedbackId, commentId, userId, suspected }) =>
    [feedbackId, commentId, userId, suspected].filter((id) => id !== undefined).length === 1,
  ONE,
);

/**
 * The posts to decide on: an item, a comment, all waiting posts of an account, or all possible
 * spam.
 */
export const PendingPosts = z.object(chosenPosts).check(nameOne);
export type PendingPosts = z.output<typeof PendingPosts>;

/**
 * The body of POST /api/moderation/approve. With the `version` of an item, the item is approved
 * only if its author has not changed it since.
 */
export const ApprovedPosts = z
  .object({
    ...chosenPosts,
    version: z.optional(z.string().check(z.maxLength(64, "Unknown version"))),
  })
  .check(
    nameOne,
    z.refine(({ feedbackId, version }) => version === undefined || feedbackId !== undefined, {
      path: ["version"],
      message: "version goes with feedbackId",
    }),
  );

/** The number of posts that a call has approved or rejected. */
export const DecidedPosts = z.object({ decided: z.number(), undoToken });

const notFound = "Nothing of this is waiting for approval";

export const moderationApi = {
  list: endpoint({
    operationId: "listPendingPosts",
    method: "GET",
    path: "/api/moderation",
    summary:
      "The items and comments that wait for approval, oldest first, without possible spam; with `suspected=true`, the possible spam.",
    query: z.object({
      suspected: z.pipe(
        z.optional(z.literal("true", "suspected must be true or absent")),
        z.transform((value) => value === "true"),
      ),
      limit: pageLimit,
      cursor: pageCursor,
    }),
    response: z.array(ModeratedPost),
    status: 200,
    paged: true,
  }),
  count: endpoint({
    operationId: "countModerated",
    method: "GET",
    path: "/api/moderation/count",
    summary:
      "How many posts wait for approval, are possible spam, and are reported, up to 1,000 each.",
    response: ModerationCounts,
    status: 200,
  }),
  approve: endpoint({
    operationId: "approvePosts",
    method: "POST",
    path: "/api/moderation/approve",
    summary:
      "Approves a waiting item or comment, or up to 500 items and 500 comments of an account, or up to 500 items of possible spam. They keep their dates, and followers and admins are notified as of new ones.",
    body: ApprovedPosts,
    response: DecidedPosts,
    status: 200,
    notFound,
    errors: { 409: [CHANGED_POST] },
  }),
  reject: endpoint({
    operationId: "rejectPosts",
    method: "POST",
    path: "/api/moderation/reject",
    summary:
      "Deletes a waiting item or comment, or up to 500 waiting items and 500 waiting comments of an account, or up to 500 items of possible spam.",
    body: PendingPosts,
    response: DecidedPosts,
    status: 200,
    notFound,
  }),
} as const;

export const examplePostAuthor = {
  id: 12,
  username: "kim@example.com",
  fullName: "Kim Lee",
  isBlocked: false,
};

export const examplePost: ModeratedPost = {
  feedbackId: 42,
  commentId: null,
  title: "Dark mode",
  text: "Please add a dark theme.",
  boardName: "Ideas",
  author: examplePostAuthor,
  isAuthorDeleted: false,
  createdAt: "2026-05-06T08:30:00.000Z",
  version: "5b1f7c2a9d3e4f60",
};

export const moderationExamples: ExamplesOf<typeof moderationApi> = {
  listPendingPosts: { response: [examplePost] },
  countModerated: { response: { pending: 1, suspected: 4, reported: 0 } },
  approvePosts: {
    body: { feedbackId: examplePost.feedbackId, version: "5b1f7c2a9d3e4f60" },
    response: { decided: 1, undoToken: exampleUndoToken },
  },
  rejectPosts: {
    body: { userId: examplePostAuthor.id },
    response: { decided: 3, undoToken: exampleUndoToken },
  },
};
