import type { QueryClient } from "@tanstack/react-query";
import type { ReadPath } from "#contract/api.ts";

const ITEM_LISTS = [
  "/api/feedback",
  "/api/boards/:boardId/feedback",
  "/api/changelog/timeline",
] as const;
const VIEW_COUNTS = "/api/views/counts";
/** What contains numbers of items. */
const LIST_COUNTS = ["/api/boards", "/api/categories", VIEW_COUNTS] as const;
const COMPANY_AUDIT_LOG = "/api/company/:companyId/audit-log";
const SITE_AUDIT_LOG = "/api/admin/audit-log";

/**
 * What can change, and the paths of the calls whose results may then be outdated. Live events of
 * the server and mutations of this page (`changes` of `useApiMutation`) use the same names. A path
 * with an id stands for all ids, unless a live event names the id.
 */
export const AFFECTED = {
  // New counts need no refetch: `CountWriter` writes those of live events into the cache, and
  // `useVote` those of the viewer's own vote.
  vote: ["/api/feedback/:id/votes"],
  ownVote: ITEM_LISTS,
  comment: [
    "/api/feedback/:id/comments",
    "/api/feedback/:id",
    "/api/feedback/:id/votes",
    VIEW_COUNTS,
    ...ITEM_LISTS,
  ],
  reaction: ["/api/feedback/:id/comments"],
  item: [
    "/api/feedback/:id",
    "/api/feedback/:id/history",
    "/api/feedback/:id/comments",
    "/api/feedback/:id/merged",
    "/api/feedback/:id/votes",
    ...ITEM_LISTS,
    ...LIST_COUNTS,
  ],
  /** An item was deleted, so its own calls would be refused. */
  deletedItem: [...ITEM_LISTS, ...LIST_COUNTS],
  boards: [...LIST_COUNTS, ...ITEM_LISTS, "/api/feedback/:id"],
  categories: [...LIST_COUNTS, ...ITEM_LISTS, "/api/feedback/:id"],
  changelog: [
    "/api/changelog",
    "/api/changelog/:id",
    "/api/changelog/slug/:slug",
    "/api/changelog/labels",
    "/api/changelog/timeline",
    "/api/changelog/months",
    "/api/feedback/:id",
  ],
  views: ["/api/views", VIEW_COUNTS],
  members: [
    "/api/members",
    "/api/customers",
    "/api/invitations",
    "/api/assignees",
    COMPANY_AUDIT_LOG,
  ],
  moderation: [
    "/api/moderation",
    "/api/moderation/count",
    "/api/reports",
    "/api/blocked-accounts",
    "/api/feedback/:id",
    "/api/feedback/:id/comments",
    "/api/feedback/:id/votes",
    ...ITEM_LISTS,
    VIEW_COUNTS,
    COMPANY_AUDIT_LOG,
  ],
  /** The read notifications are already marked in the cached lists. */
  readNotifications: ["/api/notifications/unread"],
  notifications: ["/api/notifications", "/api/notifications/unread", "/api/rejected-posts"],
  imports: ["/api/imports"],
  importedData: [...LIST_COUNTS, ...ITEM_LISTS, "/api/feedback/:id", COMPANY_AUDIT_LOG],
  exports: ["/api/exports", COMPANY_AUDIT_LOG],
  companySettings: ["/api/company/:companyId/settings", "/api/company/:companyId", "/api/portal"],
  signOn: ["/api/company/sign-on", "/api/company/sign-on/shut-out", "/api/portal"],
  roadmapOrder: ["/api/company/:companyId/settings", "/api/feedback"],
  site: ["/api/admin/site-settings", "/api/portal", "/api/user"],
  landingPage: ["/api/admin/landing-page"],
  faqs: ["/api/admin/faqs"],
  announcements: ["/api/admin/announcements"],
  companies: [
    "/api/admin/companies",
    "/api/admin/users",
    "/api/company/:companyId",
    "/api/portal",
    "/api/admin/dashboard",
    SITE_AUDIT_LOG,
  ],
  /** The accounts that super admins manage. Creating or changing one can also create a company. */
  accounts: [
    "/api/admin/users",
    "/api/admin/companies",
    "/api/user",
    "/api/admin/dashboard",
    SITE_AUDIT_LOG,
  ],
  siteAuditLog: [SITE_AUDIT_LOG],
  ownSessions: ["/api/user/sessions"],
  ownProfile: ["/api/user"],
  ownImported: ["/api/user/imported-posts"],
  ownMfa: ["/api/user/mfa"],
  notificationSettings: ["/api/user/notification-settings"],
  signedTokens: ["/api/application-sign-in", COMPANY_AUDIT_LOG],
  mailSuppressions: ["/api/mail-suppressions"],
  changelogSubscription: ["/api/changelog/subscription"],
  changelogSubscribers: ["/api/changelog/subscribers", COMPANY_AUDIT_LOG],
} as const satisfies Record<string, readonly ReadPath[]>;

/** What a mutation can change. */
export type Change = keyof typeof AFFECTED;

/**
 * Marks the results of the calls that a change affects as outdated. Resolves when those that the
 * page shows are refetched.
 */
export async function invalidateAffected(client: QueryClient, change: Change): Promise<void> {
  await Promise.all(AFFECTED[change].map((path) => client.invalidateQueries({ queryKey: [path] })));
}
