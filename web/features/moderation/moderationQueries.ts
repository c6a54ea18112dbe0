import { auditLogApi } from "#contract/auditLog.ts";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { moderationApi } from "#contract/moderation.ts";
import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { reportsApi } from "#contract/reports.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/**
 * Returns the query for the pages of waiting posts, oldest first. The pages are refetched on each
 * visit.
 */
export function pendingPostsQuery() {
  return { ...apiPagedQuery(moderationApi.list), staleTime: 0 };
}

/**
 * Returns the query for the pages of possible spam, oldest first. The pages are refetched on each
 * visit.
 */
export function suspectedPostsQuery() {
  return { ...apiPagedQuery(moderationApi.list, { query: { suspected: "true" } }), staleTime: 0 };
}

/** Returns the query for the pages of reported posts. The pages are refetched on each visit. */
export function reportedPostsQuery() {
  return { ...apiPagedQuery(reportsApi.list), staleTime: 0 };
}

/**
 * Returns the query for the pages of blocked accounts, last blocked first. The pages are refetched
 * on each visit.
 */
export function blockedAccountsQuery() {
  return { ...apiPagedQuery(blockedAccountsApi.list), staleTime: 0 };
}

/** The queries to refetch after a decision on a post or an account. */
export const QUERIES_AFFECTED_BY_MODERATION = [
  moderationApi.list,
  moderationApi.count,
  reportsApi.list,
  blockedAccountsApi.list,
  feedbackApi.get,
  feedbackApi.list,
  feedbackApi.listOnBoard,
  commentsApi.list,
  recordedVotesApi.list,
  auditLogApi.listOfCompany,
] as const;
