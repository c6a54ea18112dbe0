import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idBody, idParam, idQuery, pageCursor, pageLimit, text, timestamp } from "./fields.ts";
import { ModeratedPost, PostAuthor, examplePost } from "./moderation.ts";
import { BLOCKED_ACCOUNT, CONFIRM_EMAIL_FIRST } from "./errors.ts";

/** Why somebody reports an item or comment. */
export const REPORT_REASONS = ["spam", "abuse", "personal_data", "other"] as const;
export const ReportReason = z.enum(REPORT_REASONS, "Unknown reason");
export type ReportReason = z.output<typeof ReportReason>;

export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  spam: "Spam",
  abuse: "Abuse",
  personal_data: "Personal data",
  other: "Other",
};

/** The maximum number of characters of a report's note. */
export const REPORT_NOTE_LENGTH = 500;

/**
 * The maximum number of reports that are listed for a reported post. More reports are counted but
 * not listed.
 */
export const LISTED_REPORTS = 10;

export const NewReport = z.object({
  reason: ReportReason,
  note: z.optional(text("Note", 0, REPORT_NOTE_LENGTH)),
});

/** One report as the company's admins see it. */
export const Report = z.object({
  reason: ReportReason,
  note: z.nullable(z.string()),
  /** The e-mail address of an account that does not belong to the company is masked. */
  reporter: PostAuthor,
  createdAt: timestamp,
});

/** A reported item or comment with its oldest reports. */
export const ReportedPost = z.extend(ModeratedPost, {
  reportCount: z.number(),
  reports: z.array(Report),
});
export type ReportedPost = z.output<typeof ReportedPost>;

const ONE = "Name exactly one of feedbackId and commentId";

export const DismissedReports = z
  .object({ feedbackId: z.optional(idBody), commentId: z.optional(idBody) })
  .check(
    z.refine(
      ({ feedbackId, commentId }) => (feedbackId === undefined) !== (commentId === undefined),
      ONE,
    ),
  );

export const reportsApi = {
  reportFeedback: endpoint({
    operationId: "reportFeedback",
    method: "POST",
    path: "/api/feedback/:id/reports",
    summary:
      "Reports an item to the company's admins. A second report by the same user changes nothing.",
    params: z.object({ id: idParam }),
    body: NewReport,
    response: z.undefined(),
    status: 204,
    notFound: "Feedback item not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT] },
  }),
  reportComment: endpoint({
    operationId: "reportComment",
    method: "POST",
    path: "/api/feedback/:id/comments/:commentId/reports",
    summary:
      "Reports a comment to the company's admins. A second report by the same user changes nothing.",
    params: z.object({ id: idParam, commentId: idParam }),
    body: NewReport,
    response: z.undefined(),
    status: 204,
    notFound: "Comment not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT] },
  }),
  list: endpoint({
    operationId: "listReportedPosts",
    method: "GET",
    path: "/api/reports",
    scope: "moderation",
    summary:
      "The reported items and comments, those with the oldest report first. The oldest 1,000 reports are considered. With `feedbackId`, only this item and its comments.",
    query: z.object({ feedbackId: z.optional(idQuery), limit: pageLimit, cursor: pageCursor }),
    response: z.array(ReportedPost),
    status: 200,
    paged: true,
  }),
  dismiss: endpoint({
    operationId: "dismissReports",
    method: "POST",
    path: "/api/reports/dismiss",
    scope: "moderation",
    summary: "Deletes all reports of an item or comment, which stays as it is.",
    body: DismissedReports,
    response: z.undefined(),
    status: 204,
    notFound: "This is not reported",
  }),
} as const;

const exampleReport = { reason: "spam", note: "Advertises a shop." } as const;

export const reportsExamples: ExamplesOf<typeof reportsApi> = {
  reportFeedback: { params: { id: examplePost.feedbackId }, body: exampleReport },
  reportComment: { params: { id: examplePost.feedbackId, commentId: 7 }, body: exampleReport },
  listReportedPosts: {
    response: [
      {
        ...examplePost,
        reportCount: 1,
        reports: [
          {
            ...exampleReport,
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
  dismissReports: { body: { feedbackId: examplePost.feedbackId } },
};
