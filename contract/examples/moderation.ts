import type { BlockedAccount, blockedAccountsApi } from "../blockedAccounts.ts";
import type { ModeratedPost, moderationApi } from "../moderation.ts";
import type { reportsApi } from "../reports.ts";
import type { ExamplesOf } from "./example.ts";
import { undoToken } from "./feedback.ts";

const author = {
  id: 12,
  username: "kim@example.com",
  fullName: "Kim Lee",
  isBlocked: false,
};

const post: ModeratedPost = {
  feedbackId: 42,
  commentId: null,
  title: "Dark mode",
  text: "Please add a dark theme.",
  boardName: "Ideas",
  author,
  isAuthorDeleted: false,
  createdAt: "2026-05-06T08:30:00.000Z",
  version: "4be7c08d1f04c1bb6ad1f4a94a3a1f2f8c6c5e0f1f4dd1b6b6a1e9d8f7c35a20",
};

const blocked: BlockedAccount = {
  id: author.id,
  username: author.username,
  fullName: author.fullName,
  blockedBy: "Robin Reyes",
  blockedAt: "2026-05-06T09:00:00.000Z",
};

const report = { reason: "spam", note: "Advertises a shop." } as const;

export const moderationExamples: ExamplesOf<typeof moderationApi> &
  ExamplesOf<typeof reportsApi> &
  ExamplesOf<typeof blockedAccountsApi> = {
  listPendingPosts: { response: [post] },
  countModerated: { response: { pending: 1, suspected: 4, reported: 0 } },
  approvePosts: {
    body: { feedbackId: post.feedbackId, version: post.version },
    response: { decided: 1, changed: [], undoToken },
  },
  rejectPosts: {
    body: {
      posts: [
        { feedbackId: post.feedbackId, version: post.version },
        {
          commentId: 7,
          version: "02a53c7f8d9e1a6b6b1dd4f1f0e5c6c8f2f1a3a49a4f1da6bb1c40f1d80c7eb4",
        },
      ],
    },
    response: { decided: 1, changed: [{ feedbackId: 42, commentId: null }], undoToken },
  },
  reportFeedback: { params: { id: post.feedbackId }, body: report },
  reportComment: { params: { id: post.feedbackId, commentId: 7 }, body: report },
  listReportedPosts: {
    response: [
      {
        ...post,
        reportCount: 1,
        reports: [
          {
            ...report,
            reporter: {
              id: 13,
              isBlocked: false,
              username: "robin@example.com",
              fullName: "Robin Reyes",
            },
            createdAt: "2026-05-06T08:45:00.000Z",
          },
        ],
      },
    ],
  },
  dismissReports: { body: { feedbackId: post.feedbackId } },
  listBlockedAccounts: { response: [blocked] },
  blockAccount: {
    params: { id: blocked.id },
    body: { rejectPending: true },
    response: { ...blocked, undoToken },
  },
  unblockAccount: { params: { id: blocked.id } },
};
