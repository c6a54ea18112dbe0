import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  exampleUndoToken,
  idBody,
  optionalText,
  pageCursor,
  pageLimit,
  timestamp,
  undoToken,
} from "./fields.ts";
import { TextFormat } from "./textFormat.ts";

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

/** The maximum number of posts on which one call decides. */
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
  /** The whole description or comment. */
  text: z.string(),
  textFormat: TextFormat,
  /** The comment that the post answers, with the beginning of its text; null for other posts. */
  answers: z.nullable(z.object({ author: z.string(), text: z.string() })),
  boardName: z.string(),
  /** The author; null for an anonymous visitor and for a deleted account. */
  author: z.nullable(PostAuthor),
  isAuthorDeleted: z.boolean(),
  createdAt: timestamp,
  /** SHA-256 of the title and description of the item, or of the comment, in hexadecimal. */
  version: z.string(),
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

/** The message of the 409 for the approval of an item whose author has changed it since. */
export const CHANGED_POST =
  "The author has changed this post. Read it again before you approve it.";

const version = z.string().check(z.maxLength(64, "Unknown version"));
const onePost = { feedbackId: z.optional(idBody), commentId: z.optional(idBody) };

/** Refuses a body with none or more than one of these fields. */
const nameOne = <Field extends string>(...fields: Field[]) =>
  z.refine<Partial<Record<Field, unknown>>>(
    (body) => fields.filter((field) => body[field] !== undefined).length === 1,
    `Name exactly one of ${fields.join(", ")}`,
  );

const SOME_POSTS = `Name 1 to ${String(DECISION_LIMIT)} posts`;

const chosenPosts = {
  ...onePost,
  /** The posts that were shown, each with the `version` that was read. */
  posts: z.optional(
    z
      .array(
        z.object({ ...onePost, version }).check(nameOne("feedbackId", "commentId")),
        SOME_POSTS,
      )
      .check(z.minLength(1, SOME_POSTS), z.maxLength(DECISION_LIMIT, SOME_POSTS)),
  ),
};
const nameOneChoice = nameOne("feedbackId", "commentId", "posts");

/** The posts to decide on: an item, a comment, or posts that were shown. */
export const PendingPosts = z.object(chosenPosts).check(nameOneChoice);
export type PendingPosts = z.output<typeof PendingPosts>;

/**
 * The body of POST /api/moderation/approve. With the `version` of an item or comment, the post is
 * approved only if it has not changed since.
 */
export const ApprovedPosts = z.object({ ...chosenPosts, version: z.optional(version) }).check(
  nameOneChoice,
  z.refine(({ posts, version: ofPost }) => ofPost === undefined || posts === undefined, {
    path: ["version"],
    message: "Each of posts has its own version",
  }),
);

/** The maximum length of a reason for a rejection. */
export const REJECTION_REASON_LENGTH = 500;

/** The body of POST /api/moderation/reject. The authors of the posts see the reason. */
export const RejectedPosts = z
  .object({ ...chosenPosts, reason: optionalText("Reason", REJECTION_REASON_LENGTH) })
  .check(nameOneChoice);

/** What a call has decided. */
export const DecidedPosts = z.object({
  /** The number of posts that were approved or rejected. */
  decided: z.number(),
  /**
   * The named posts that still wait, because they have changed since the named version. Of the two
   * ids, only the one of the named post is set.
   */
  changed: z.array(
    z.object({ feedbackId: z.nullable(z.number()), commentId: z.nullable(z.number()) }),
  ),
  undoToken,
});

const notFound = "Nothing of this is waiting for approval";

export const moderationApi = {
  list: endpoint({
    operationId: "listPendingPosts",
    method: "GET",
    path: "/api/moderation",
    scope: "moderation",
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
    scope: "moderation",
    summary:
      "How many posts wait for approval, are possible spam, and are reported, up to 1,000 each.",
    response: ModerationCounts,
    status: 200,
  }),
  approve: endpoint({
    operationId: "approvePosts",
    method: "POST",
    path: "/api/moderation/approve",
    scope: "moderation",
    summary:
      "Approves a waiting item or comment, or up to 500 posts, each in the version that was read. Posts that have changed since still wait, and posts that no longer wait are ignored. Approved posts keep their dates, and followers and admins are notified as of new ones.",
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
    scope: "moderation",
    summary:
      "Deletes a waiting item or comment, or up to 500 waiting posts, each in the version that was read. Posts that have changed since still wait, and posts that no longer wait are ignored. The authors see the reason for 90 days (`GET /api/rejected-posts`).",
    body: RejectedPosts,
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
  textFormat: "plain",
  answers: null,
  boardName: "Ideas",
  author: examplePostAuthor,
  isAuthorDeleted: false,
  createdAt: "2026-05-06T08:30:00.000Z",
  version: "4be7c08d1f04c1bb6ad1f4a94a3a1f2f8c6c5e0f1f4dd1b6b6a1e9d8f7c35a20",
};

export const moderationExamples: ExamplesOf<typeof moderationApi> = {
  listPendingPosts: { response: [examplePost] },
  countModerated: { response: { pending: 1, suspected: 4, reported: 0 } },
  approvePosts: {
    body: { feedbackId: examplePost.feedbackId, version: examplePost.version },
    response: { decided: 1, changed: [], undoToken: exampleUndoToken },
  },
  rejectPosts: {
    body: {
      reason: "We don't publish requests that name a customer.",
      posts: [
        { feedbackId: examplePost.feedbackId, version: examplePost.version },
        {
          commentId: 7,
          version: "02a53c7f8d9e1a6b6b1dd4f1f0e5c6c8f2f1a3a49a4f1da6bb1c40f1d80c7eb4",
        },
      ],
    },
    response: {
      decided: 1,
      changed: [{ feedbackId: examplePost.feedbackId, commentId: null }],
      undoToken: exampleUndoToken,
    },
  },
};
