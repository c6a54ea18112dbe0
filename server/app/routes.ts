import { adminCompaniesRoutes } from "#server/features/adminCompanies/adminCompanies.routes.ts";
import { adminUsersRoutes } from "#server/features/adminUsers/adminUsers.routes.ts";
import { apiKeysRoutes } from "#server/features/apiKeys/apiKeys.routes.ts";
import { auditLogRoutes } from "#server/features/auditLog/auditLog.routes.ts";
import { dashboardRoutes } from "#server/features/dashboard/dashboard.routes.ts";
import { authRoutes } from "#server/features/auth/auth.routes.ts";
import { boardsRoutes } from "#server/features/boards/boards.routes.ts";
import { categoriesRoutes } from "#server/features/categories/categories.routes.ts";
import { changelogRoutes } from "#server/features/changelog/changelog.routes.ts";
import { closingRoutes } from "#server/features/closing/closing.routes.ts";
import { commentsRoutes } from "#server/features/comments/comments.routes.ts";
import { changelogSubscribersRoutes } from "#server/features/changelogSubscribers/changelogSubscribers.routes.ts";
import { changelogTimelineRoutes } from "#server/features/changelogTimeline/changelogTimeline.routes.ts";
import { companiesRoutes } from "#server/features/companies/companies.routes.ts";
import { contentRoutes } from "#server/features/content/content.routes.ts";
import { exportsRoutes } from "#server/features/exports/exports.routes.ts";
import { feedbackRoutes } from "#server/features/feedback/feedback.routes.ts";
import { notificationSettingsRoutes } from "#server/features/notificationSettings/notificationSettings.routes.ts";
import { followsRoutes } from "#server/features/follows/follows.routes.ts";
import { mailDeliveryRoutes } from "#server/features/mailDelivery/mailDelivery.routes.ts";
import { webhooksRoutes } from "#server/features/webhooks/webhooks.routes.ts";
import type { Route } from "#server/platform/routing/route.ts";
import { mailLogRoutes } from "#server/features/mailLog/mailLog.routes.ts";
import { statusNotificationsRoutes } from "#server/features/statusNotifications/statusNotifications.routes.ts";
import { importsRoutes } from "#server/features/imports/imports.routes.ts";
import { landingPageRoutes } from "#server/features/landingPage/landingPage.routes.ts";
import { liveRoutes } from "#server/platform/live/live.routes.ts";
import { profileRoutes } from "#server/features/profile/profile.routes.ts";
import { picturesRoutes } from "#server/features/pictures/pictures.routes.ts";
import { portalRoutes } from "#server/features/portal/portal.routes.ts";
import { mergingRoutes } from "#server/features/merging/merging.routes.ts";
import { moderationRoutes } from "#server/features/moderation/moderation.routes.ts";
import { membersRoutes } from "#server/features/members/members.routes.ts";
import { recordedVotesRoutes } from "#server/features/recordedVotes/recordedVotes.routes.ts";
import { notificationsRoutes } from "#server/features/notifications/notifications.routes.ts";
import { roadmapRoutes } from "#server/features/roadmap/roadmap.routes.ts";
import { savedViewsRoutes } from "#server/features/feedback/savedViews/savedViews.routes.ts";
import { undoRoutes } from "#server/features/undo/undo.routes.ts";
import { signOnRoutes } from "#server/features/auth/companyProvider/signOn.routes.ts";
import { siteSettingsRoutes } from "#server/features/siteSettings/siteSettings.routes.ts";
import { signedTokensRoutes } from "#server/features/auth/signedTokens/signedTokens.routes.ts";
import { UNDO_KINDS } from "./undoKinds.ts";

/** All routes of the HTTP API, one line per feature. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...profileRoutes,
  ...portalRoutes,
  ...picturesRoutes,
  ...companiesRoutes,
  ...signOnRoutes,
  ...siteSettingsRoutes,
  ...landingPageRoutes,
  ...contentRoutes,
  ...boardsRoutes,
  ...categoriesRoutes,
  ...feedbackRoutes,
  ...changelogTimelineRoutes,
  ...changelogRoutes,
  ...closingRoutes,
  ...mergingRoutes,
  ...recordedVotesRoutes,
  ...roadmapRoutes,
  ...savedViewsRoutes,
  ...statusNotificationsRoutes,
  ...commentsRoutes,
  ...changelogSubscribersRoutes,
  ...moderationRoutes,
  ...notificationsRoutes,
  ...notificationSettingsRoutes,
  ...followsRoutes,
  ...liveRoutes,
  ...mailDeliveryRoutes,
  ...dashboardRoutes,
  ...apiKeysRoutes,
  ...auditLogRoutes,
  ...importsRoutes,
  ...membersRoutes,
  ...mailLogRoutes,
  ...exportsRoutes,
  ...adminUsersRoutes,
  ...adminCompaniesRoutes,
  ...undoRoutes(UNDO_KINDS),
  ...webhooksRoutes,
  ...signedTokensRoutes,
];
