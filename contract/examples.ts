import { accountExamples } from "./account.ts";
import { accountMergingExamples } from "./accountMerging.ts";
import { adminCompaniesExamples } from "./adminCompanies.ts";
import { adminUsersExamples } from "./adminUsers.ts";
import { apiKeysExamples } from "./apiKeys.ts";
import { auditLogExamples } from "./auditLog.ts";
import { authExamples } from "./auth.ts";
import { boardsExamples } from "./boards.ts";
import { categoriesExamples } from "./categories.ts";
import { changelogExamples } from "./changelog.examples.ts";
import { closingExamples } from "./closing.ts";
import { commentsExamples } from "./comments.ts";
import { changelogSubscribersExamples } from "./changelogSubscribers.ts";
import { changelogTimelineExamples } from "./changelogTimeline.ts";
import { companiesExamples } from "./companies.ts";
import { confirmEmailExamples } from "./confirmEmail.ts";
import { contentExamples } from "./content.ts";
import { customersExamples } from "./customers.ts";
import { dashboardExamples } from "./dashboard.ts";
import { eventsExamples } from "./events.ts";
import { passkeysExamples } from "./passkeys.ts";
import { passwordsExamples } from "./passwords.ts";
import { companySettingsExamples } from "./companySettings.ts";
import { companySignOnExamples } from "./companySignOn.ts";
import { rejectedPostsExamples } from "./rejectedPosts.ts";
import { reportsExamples } from "./reports.ts";
import { blockedAccountsExamples } from "./blockedAccounts.ts";
import type { Example } from "./endpoint.ts";
import { signedTokensExamples } from "./signedTokens.ts";
import { webhooksExamples } from "./webhooks.examples.ts";
import { exportsExamples } from "./exports.ts";
import {
  assigneesExamples,
  bulkChangesExamples,
  feedbackCsvExamples,
  feedbackExamples,
} from "./feedback.examples.ts";
import { followsExamples } from "./follows.ts";
import { importedPostsExamples } from "./importedPosts.ts";
import { importsExamples } from "./imports.examples.ts";
import { invitationsExamples } from "./invitations.ts";
import { landingPageExamples } from "./landingPage.ts";
import { loginCodesExamples } from "./loginCodes.ts";
import { mailBouncesExamples } from "./mailBounces.ts";
import { mailDeliveriesExamples } from "./mailDeliveries.ts";
import { mailSuppressionsExamples } from "./mailSuppressions.ts";
import { mergingExamples } from "./merging.ts";
import { membersExamples } from "./members.ts";
import { mfaExamples } from "./mfa.ts";
import { moderationExamples } from "./moderation.ts";
import { notificationsExamples } from "./notifications.ts";
import { notificationSettingsExamples } from "./notificationSettings.ts";
import { picturesExamples } from "./pictures.ts";
import { portalExamples } from "./portal.ts";
import { recordedVotesExamples } from "./recordedVotes.ts";
import { roadmapExamples } from "./roadmap.ts";
import { savedViewsExamples } from "./savedViews.ts";
import { sessionsExamples } from "./sessions.ts";
import { signInMethodsExamples } from "./signInMethods.ts";
import { signOnExamples } from "./signOn.ts";
import { similarFeedbackExamples } from "./similarFeedback.ts";
import { signInProvidersExamples } from "./signInProviders.ts";
import { siteSettingsExamples } from "./siteSettings.ts";
import { statusNotificationsExamples } from "./statusNotifications.ts";
import { submissionCheckExamples } from "./submissionCheck.ts";
import { undoExamples } from "./undo.ts";

/**
 * An example for each call of the HTTP interface, by operation id. The examples stand beside their
 * endpoints. They contain no calls, operators or templates of other examples, so that the browser's
 * build can leave them out.
 */
export const examples: Readonly<Record<string, Example>> = {
  ...authExamples,
  ...passkeysExamples,
  ...passwordsExamples,
  ...confirmEmailExamples,
  ...accountMergingExamples,
  ...loginCodesExamples,
  ...signInMethodsExamples,
  ...signOnExamples,
  ...accountExamples,
  ...mfaExamples,
  ...sessionsExamples,
  ...notificationSettingsExamples,
  ...portalExamples,
  ...changelogSubscribersExamples,
  ...changelogTimelineExamples,
  ...picturesExamples,
  ...companiesExamples,
  ...companySettingsExamples,
  ...signInProvidersExamples,
  ...companySignOnExamples,
  ...siteSettingsExamples,
  ...landingPageExamples,
  ...contentExamples,
  ...boardsExamples,
  ...categoriesExamples,
  ...feedbackExamples,
  ...changelogExamples,
  ...closingExamples,
  ...importsExamples,
  ...mergingExamples,
  ...recordedVotesExamples,
  ...roadmapExamples,
  ...savedViewsExamples,
  ...similarFeedbackExamples,
  ...bulkChangesExamples,
  ...assigneesExamples,
  ...feedbackCsvExamples,
  ...submissionCheckExamples,
  ...statusNotificationsExamples,
  ...commentsExamples,
  ...moderationExamples,
  ...rejectedPostsExamples,
  ...reportsExamples,
  ...blockedAccountsExamples,
  ...notificationsExamples,
  ...followsExamples,
  ...importedPostsExamples,
  ...eventsExamples,
  ...mailBouncesExamples,
  ...customersExamples,
  ...dashboardExamples,
  ...apiKeysExamples,
  ...webhooksExamples,
  ...signedTokensExamples,
  ...auditLogExamples,
  ...mailDeliveriesExamples,
  ...mailSuppressionsExamples,
  ...exportsExamples,
  ...membersExamples,
  ...invitationsExamples,
  ...adminUsersExamples,
  ...adminCompaniesExamples,
  ...undoExamples,
};
