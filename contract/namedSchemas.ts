import type * as z from "zod/mini";
import * as account from "./account.ts";
import * as accountData from "./accountData.ts";
import * as accountMerging from "./accountMerging.ts";
import * as adminCompanies from "./adminCompanies.ts";
import * as adminUsers from "./adminUsers.ts";
import * as apiKeys from "./apiKeys.ts";
import * as assignees from "./assignees.ts";
import * as auditLog from "./auditLog.ts";
import * as auth from "./auth.ts";
import * as boards from "./boards.ts";
import * as blockedAccounts from "./blockedAccounts.ts";
import * as branding from "./branding.ts";
import * as bulkChanges from "./bulkChanges.ts";
import * as categories from "./categories.ts";
import * as changelog from "./changelog.ts";
import * as comments from "./comments.ts";
import * as changelogSubscribers from "./changelogSubscribers.ts";
import * as changelogTimeline from "./changelogTimeline.ts";
import * as companies from "./companies.ts";
import * as companySettings from "./companySettings.ts";
import * as companySignOn from "./companySignOn.ts";
import * as confirmEmail from "./confirmEmail.ts";
import * as content from "./content.ts";
import * as customers from "./customers.ts";
import * as dashboard from "./dashboard.ts";
import { ErrorBody } from "./errorBody.ts";
import * as events from "./events.ts";
import * as exports from "./exports.ts";
import * as feedback from "./feedback.ts";
import * as closing from "./closing.ts";
import * as merging from "./merging.ts";
import * as feedbackCsv from "./feedbackCsv.ts";
import * as follows from "./follows.ts";
import * as importedPosts from "./importedPosts.ts";
import * as importAdditions from "./importAdditions.ts";
import * as importedCompany from "./importedCompany.ts";
import * as importFormats from "./importFormats.ts";
import * as importMapping from "./importMapping.ts";
import * as importRun from "./importRun.ts";
import * as imports from "./imports.ts";
import * as invitations from "./invitations.ts";
import * as landingPage from "./landingPage.ts";
import * as loginCodes from "./loginCodes.ts";
import * as mailDeliveries from "./mailDeliveries.ts";
import * as mailSuppressions from "./mailSuppressions.ts";
import * as members from "./members.ts";
import * as mfa from "./mfa.ts";
import * as moderation from "./moderation.ts";
import * as onBehalfOf from "./onBehalfOf.ts";
import * as notifications from "./notifications.ts";
import * as notificationSettings from "./notificationSettings.ts";
import * as passkeys from "./passkeys.ts";
import * as passwords from "./passwords.ts";
import * as pictures from "./pictures.ts";
import * as portal from "./portal.ts";
import * as recordedVotes from "./recordedVotes.ts";
import * as rejectedPosts from "./rejectedPosts.ts";
import * as reports from "./reports.ts";
import * as roadmap from "./roadmap.ts";
import * as savedViews from "./savedViews.ts";
import * as sessions from "./sessions.ts";
import * as similarFeedback from "./similarFeedback.ts";
import * as signInMethods from "./signInMethods.ts";
import * as signInProviders from "./signInProviders.ts";
import * as signOn from "./signOn.ts";
import * as siteSettings from "./siteSettings.ts";
import * as statusNotifications from "./statusNotifications.ts";
import * as submissionCheck from "./submissionCheck.ts";
import * as undo from "./undo.ts";
import * as webhookEvents from "./webhookEvents.ts";
import * as signedTokens from "./signedTokens.ts";
import * as webhooks from "./webhooks.ts";
import * as users from "./users.ts";

const ENTITIES = [
  account,
  accountData,
  accountMerging,
  adminCompanies,
  adminUsers,
  apiKeys,
  assignees,
  auditLog,
  auth,
  blockedAccounts,
  boards,
  branding,
  bulkChanges,
  categories,
  changelog,
  comments,
  changelogSubscribers,
  changelogTimeline,
  companies,
  companySettings,
  companySignOn,
  confirmEmail,
  content,
  customers,
  dashboard,
  events,
  exports,
  feedback,
  closing,
  merging,
  feedbackCsv,
  follows,
  importedPosts,
  importAdditions,
  importedCompany,
  importFormats,
  importMapping,
  importRun,
  imports,
  invitations,
  landingPage,
  loginCodes,
  mailDeliveries,
  mailSuppressions,
  members,
  mfa,
  moderation,
  onBehalfOf,
  notifications,
  notificationSettings,
  passkeys,
  passwords,
  pictures,
  portal,
  recordedVotes,
  rejectedPosts,
  reports,
  roadmap,
  savedViews,
  sessions,
  similarFeedback,
  signInMethods,
  signInProviders,
  signOn,
  siteSettings,
  statusNotifications,
  submissionCheck,
  undo,
  users,
  webhookEvents,
  signedTokens,
  webhooks,
];

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

/**
 * All schemas that the contract exports under a capitalized name such as `FeedbackItem`, by this
 * name. `ErrorBody` has the name `Error`.
 */
export const namedSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map([
  ["Error", ErrorBody],
  ...ENTITIES.flatMap((entity) =>
    Object.entries(entity).flatMap(([name, value]): [string, z.ZodMiniType][] =>
      /^[A-Z]/.test(name) && isSchema(value) ? [[name, value]] : [],
    ),
  ),
]);
