import type {
  BodyOf as EndpointBodyOf,
  CallInput,
  ResultOf as EndpointResultOf,
} from "./endpoint.ts";
import type { accountApi } from "./account.ts";
import type { accountMergingApi } from "./accountMerging.ts";
import type { adminCompaniesApi } from "./adminCompanies.ts";
import type { adminUsersApi } from "./adminUsers.ts";
import type { apiKeysApi } from "./apiKeys.ts";
import type { assigneesApi } from "./assignees.ts";
import type { auditLogApi } from "./auditLog.ts";
import type { authApi } from "./auth.ts";
import type { blockedAccountsApi } from "./blockedAccounts.ts";
import type { boardsApi } from "./boards.ts";
import type { bulkChangesApi } from "./bulkChanges.ts";
import type { categoriesApi } from "./categories.ts";
import type { changelogApi } from "./changelog.ts";
import type { closingApi } from "./closing.ts";
import type { commentsApi } from "./comments.ts";
import type { changelogSubscribersApi } from "./changelogSubscribers.ts";
import type { changelogTimelineApi } from "./changelogTimeline.ts";
import type { companiesApi } from "./companies.ts";
import type { companySettingsApi } from "./companySettings.ts";
import type { companySignOnApi } from "./companySignOn.ts";
import type { confirmEmailApi } from "./confirmEmail.ts";
import type { contentApi } from "./content.ts";
import type { customersApi } from "./customers.ts";
import type { dashboardApi } from "./dashboard.ts";
import type { eventsApi } from "./events.ts";
import type { exportsApi } from "./exports.ts";
import type { feedbackApi } from "./feedback.ts";
import type { feedbackCsvApi } from "./feedbackCsv.ts";
import type { followsApi } from "./follows.ts";
import type { importedPostsApi } from "./importedPosts.ts";
import type { importsApi } from "./imports.ts";
import type { invitationsApi } from "./invitations.ts";
import type { landingPageApi } from "./landingPage.ts";
import type { loginCodesApi } from "./loginCodes.ts";
import type { mailBouncesApi } from "./mailBounces.ts";
import type { mailDeliveriesApi } from "./mailDeliveries.ts";
import type { mailSuppressionsApi } from "./mailSuppressions.ts";
import type { membersApi } from "./members.ts";
import type { mergingApi } from "./merging.ts";
import type { mfaApi } from "./mfa.ts";
import type { moderationApi } from "./moderation.ts";
import type { notificationSettingsApi } from "./notificationSettings.ts";
import type { notificationsApi } from "./notifications.ts";
import type { passkeysApi } from "./passkeys.ts";
import type { passwordsApi } from "./passwords.ts";
import type { picturesApi } from "./pictures.ts";
import type { portalApi } from "./portal.ts";
import type { recordedVotesApi } from "./recordedVotes.ts";
import type { rejectedPostsApi } from "./rejectedPosts.ts";
import type { reportsApi } from "./reports.ts";
import type { roadmapApi } from "./roadmap.ts";
import type { savedViewsApi } from "./savedViews.ts";
import type { sessionsApi } from "./sessions.ts";
import type { signInMethodsApi } from "./signInMethods.ts";
import type { signOnApi } from "./signOn.ts";
import type { similarFeedbackApi } from "./similarFeedback.ts";
import type { signInProvidersApi } from "./signInProviders.ts";
import type { siteSettingsApi } from "./siteSettings.ts";
import type { statusNotificationsApi } from "./statusNotifications.ts";
import type { submissionCheckApi } from "./submissionCheck.ts";
import type { undoApi } from "./undo.ts";
import type { signedTokensApi } from "./signedTokens.ts";
import type { webhooksApi } from "./webhooks.ts";

type Groups =
  | typeof accountApi
  | typeof accountMergingApi
  | typeof adminCompaniesApi
  | typeof adminUsersApi
  | typeof apiKeysApi
  | typeof assigneesApi
  | typeof auditLogApi
  | typeof authApi
  | typeof blockedAccountsApi
  | typeof boardsApi
  | typeof bulkChangesApi
  | typeof categoriesApi
  | typeof changelogApi
  | typeof changelogSubscribersApi
  | typeof changelogTimelineApi
  | typeof closingApi
  | typeof commentsApi
  | typeof companiesApi
  | typeof companySettingsApi
  | typeof companySignOnApi
  | typeof confirmEmailApi
  | typeof contentApi
  | typeof customersApi
  | typeof dashboardApi
  | typeof eventsApi
  | typeof exportsApi
  | typeof feedbackApi
  | typeof feedbackCsvApi
  | typeof followsApi
  | typeof importedPostsApi
  | typeof importsApi
  | typeof invitationsApi
  | typeof landingPageApi
  | typeof loginCodesApi
  | typeof mailBouncesApi
  | typeof mailDeliveriesApi
  | typeof mailSuppressionsApi
  | typeof membersApi
  | typeof mergingApi
  | typeof mfaApi
  | typeof moderationApi
  | typeof notificationSettingsApi
  | typeof notificationsApi
  | typeof passkeysApi
  | typeof passwordsApi
  | typeof picturesApi
  | typeof portalApi
  | typeof recordedVotesApi
  | typeof rejectedPostsApi
  | typeof reportsApi
  | typeof roadmapApi
  | typeof savedViewsApi
  | typeof sessionsApi
  | typeof signInMethodsApi
  | typeof signOnApi
  | typeof similarFeedbackApi
  | typeof signInProvidersApi
  | typeof siteSettingsApi
  | typeof statusNotificationsApi
  | typeof submissionCheckApi
  | typeof undoApi
  | typeof signedTokensApi
  | typeof webhooksApi;
type EndpointsOf<Group> = Group extends unknown ? Group[keyof Group] : never;

/** Any endpoint of the HTTP interface. */
type AnyEndpoint = EndpointsOf<Groups>;

type ByName = {
  [Each in AnyEndpoint as `${Each["method"]} ${Each["path"]}`]: Each;
};

/** The name of a call: its method and its path, such as "GET /api/feedback/:id". */
export type CallName = keyof ByName;
/** The path of any endpoint that reads. */
export type ReadPath = Extract<AnyEndpoint, { readonly method: "GET" }>["path"];
/** The path of any endpoint that reads one page of a list. */
export type PagedPath = Extract<AnyEndpoint, { readonly paged: true }>["path"];

export type InputOf<Name extends CallName> = CallInput<ByName[Name]>;
export type BodyOf<Name extends CallName> = EndpointBodyOf<ByName[Name]>;
export type ResultOf<Name extends CallName> = EndpointResultOf<ByName[Name]>;
