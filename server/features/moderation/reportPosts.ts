import type { BodyOf, Page } from "#contract/endpoint.ts";
import type { ReportedPost, reportsApi } from "#contract/reports.ts";
import { findComment } from "#server/features/comments/comments.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { decodePosition } from "#server/platform/http/keysetCursor.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Subject } from "./moderation.queries.ts";
import { findModeratedPosts } from "./moderation.queries.ts";
import { deleteReports, insertReport, listReportedPosts } from "./reports.queries.ts";
import { pageOfPosts } from "./pageOfPosts.ts";

export const reportLimit = byAccount({
  name: "report-account",
  attempts: 30,
  windowSeconds: 60 * 60,
});

type ReportContext = Omit<Handled<typeof reportsApi.reportFeedback, TenantUserContext>, "params">;

interface ReportedSubject {
  subject: Subject;
  subjectId: number;
}

export async function reportFeedback(
  context: Handled<typeof reportsApi.reportFeedback, TenantUserContext>,
): Promise<void> {
  const { db, visibility } = context;
  const feedbackId = context.params.id;
  const item = await db.first(findFeedbackItem(visibility), { ...visibility, feedbackId });
  if (!item) throw context.notFound();
  await storeReport(context, { subject: "feedback_id", subjectId: feedbackId });
}

export async function reportComment(
  context: Handled<typeof reportsApi.reportComment, TenantUserContext>,
): Promise<void> {
  const { db, visibility } = context;
  const { id: feedbackId, commentId } = context.params;
  const comment = await db.first(findComment, { ...visibility, feedbackId, commentId });
  if (!comment) throw context.notFound();
  await storeReport(context, { subject: "comment_id", subjectId: commentId });
}

async function storeReport(
  { db, viewer, body, response, notFound }: ReportContext,
  { subject, subjectId }: ReportedSubject,
): Promise<void> {
  const { companyId } = db;
  const { reason, note } = body;
  try {
    const report = { companyId, subjectId, userId: viewer.id, reason, note: note || null };
    if (await db.first(insertReport(subject), report))
      response.changed({ kind: "moderation" }, true);
    else response.unchanged();
  } catch (error) {
    // Another transaction deleted the post after this request had found it.
    if (isForeignKeyViolation(error, `report_company_id_${subject}_fkey`)) throw notFound();
    throw error;
  }
}

const ORDER = "reported posts";

/**
 * Returns one page of the reported items and comments.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listReportedPostsPage({
  database,
  db,
  visibility,
  query: { feedbackId, limit, cursor },
}: Handled<typeof reportsApi.list, TenantUserContext>): Promise<Page<ReportedPost>> {
  const afterId = cursor === undefined ? 0 : decodePosition(ORDER, cursor, (key) => key === "").id;
  const rows = await database.system.all(listReportedPosts, {
    ...visibility,
    feedbackId: feedbackId ?? null,
    afterId,
    rows: limit + 1,
  });
  const total = rows[0]?.total ?? 0;
  const positionOf = ({ place }: { place: number }) => ({ key: "", id: place });
  return pageOfPosts({ db, visibility }, rows, { limit, order: ORDER, total, positionOf });
}

/** Dismisses the reports of a post, which deletes the reports and leaves the post unchanged. */
export async function dismissReports(
  context: Handled<typeof reportsApi.dismiss, TenantUserContext>,
): Promise<void> {
  const { db, visibility, body, response } = context;
  const { companyId } = db;
  const { subject, subjectId } = subjectOf(body);
  await db.transaction(async (transaction) => {
    const ids = { ...visibility, ids: [subjectId] };
    const post = await transaction.first(findModeratedPosts(subject), ids);
    const deleted = await transaction.all(deleteReports(subject), { companyId, subjectId });
    if (!post || deleted.length === 0) throw context.notFound();
    await recordAudit(transaction, context, companyId, {
      action: "report.dismiss",
      subject: post.title,
      details: { id: subjectId, reports: deleted.length },
    });
  });
  response.changed({ kind: "moderation" }, true);
}

function subjectOf({ feedbackId, commentId }: BodyOf<typeof reportsApi.dismiss>): ReportedSubject {
  if (commentId !== undefined) return { subject: "comment_id", subjectId: commentId };
  return { subject: "feedback_id", subjectId: feedbackId ?? 0 };
}
