import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { moderationApi } from "#contract/moderation.ts";
import { rejectedPostsApi } from "#contract/rejectedPosts.ts";
import { reportsApi } from "#contract/reports.ts";
import { companyAdmin, objectAdmin, signedIn, writer } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { blockAccount, listBlockedAccountsPage, unblockAccount } from "./blockAccounts.ts";
import { approvePosts, rejectPosts } from "./decideOnPosts.ts";
import { listPendingPostsPage } from "./listPendingPostsPage.ts";
import { countModerated } from "./moderation.queries.ts";
import { listRejectedPosts } from "./rejectedPosts.queries.ts";
import {
  dismissReports,
  listReportedPostsPage,
  reportComment,
  reportFeedback,
  reportLimit,
} from "./reportPosts.ts";

export const moderationRoutes = [
  route(moderationApi.list, companyAdmin, listPendingPostsPage),
  route(moderationApi.count, companyAdmin, async ({ db, visibility }) => {
    const counts = await db.first(countModerated, visibility);
    return counts ?? { pending: 0, suspected: 0, reported: 0 };
  }),
  route(moderationApi.approve, companyAdmin, approvePosts),
  route(moderationApi.reject, companyAdmin, rejectPosts),
  route(rejectedPostsApi.list, signedIn, async ({ db, viewer, query: { feedbackId = null } }) => {
    if (!db) return [];
    return db.all(listRejectedPosts, { companyId: db.companyId, viewerId: viewer.id, feedbackId });
  }),
  route(reportsApi.reportFeedback, writer, reportFeedback, reportLimit),
  route(reportsApi.reportComment, writer, reportComment, reportLimit),
  route(reportsApi.list, companyAdmin, listReportedPostsPage),
  route(reportsApi.dismiss, companyAdmin, dismissReports),
  route(blockedAccountsApi.list, companyAdmin, listBlockedAccountsPage),
  route(blockedAccountsApi.block, objectAdmin, blockAccount),
  route(blockedAccountsApi.unblock, objectAdmin, unblockAccount),
];
