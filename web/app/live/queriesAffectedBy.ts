import type { QueryKey } from "@tanstack/react-query";
import { assigneesApi } from "#contract/assignees.ts";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { commentsApi } from "#contract/comments.ts";
import type { LiveEvent } from "#contract/events.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { membersApi } from "#contract/members.ts";
import { moderationApi } from "#contract/moderation.ts";
import { notificationsApi } from "#contract/notifications.ts";
import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { reportsApi } from "#contract/reports.ts";
import { savedViewsApi } from "#contract/savedViews.ts";

/**
 * The page opens an event stream only while it uses at least one of these endpoints. The events of
 * the stream also lead to refetches of other endpoints.
 */
export const LIVE_ENDPOINTS = [
  feedbackApi.list,
  feedbackApi.listOnBoard,
  feedbackApi.get,
  feedbackApi.history,
  commentsApi.list,
  notificationsApi.unread,
  notificationsApi.list,
] as const;

const MODERATION_ENDPOINTS = [
  moderationApi.list,
  moderationApi.count,
  reportsApi.list,
  blockedAccountsApi.list,
] as const;

const keyOf = (path: string, params?: Record<string, number>): QueryKey =>
  params === undefined
    ? [path]
    : [
        path,
        {
          params: Object.fromEntries(
            Object.entries(params).map(([name, id]) => [name, String(id)]),
          ),
        },
      ];

const everything = [
  ...LIVE_ENDPOINTS,
  boardsApi.list,
  categoriesApi.list,
  membersApi.list,
  invitationsApi.list,
  assigneesApi.list,
  savedViewsApi.list,
  recordedVotesApi.list,
  ...MODERATION_ENDPOINTS,
].map(({ path }) => keyOf(path));

/**
 * Returns prefixes of the keys of queries that must be refetched after an event. New vote and
 * comment counts need no refetch, because `CountWriter` writes them into the cache. After a vote,
 * only the list of voters is refetched. Only admins can open this list.
 */
export function queriesAffectedBy(event: LiveEvent): QueryKey[] {
  switch (event.kind) {
    case "vote":
      return [keyOf(recordedVotesApi.list.path, { id: event.feedbackId })];
    case "comment": {
      const comments = keyOf(commentsApi.list.path, { id: event.feedbackId });
      return event.commentsCount === null ? [comments, ...itemReaders(event)] : [comments];
    }
    case "item":
      return [...itemReaders(event), keyOf(boardsApi.list.path), keyOf(categoriesApi.list.path)];
    case "status":
      return [
        ...itemReaders(event),
        keyOf(feedbackApi.history.path, { id: event.feedbackId }),
        keyOf(boardsApi.list.path),
      ];
    case "boards":
      return [keyOf(boardsApi.list.path)];
    case "categories":
      return [keyOf(categoriesApi.list.path)];
    case "members":
      return [
        keyOf(membersApi.list.path),
        keyOf(invitationsApi.list.path),
        keyOf(assigneesApi.list.path),
      ];
    case "views":
      return [keyOf(savedViewsApi.list.path)];
    case "moderation":
      return MODERATION_ENDPOINTS.map(({ path }) => keyOf(path));
    case "notifications":
      return [keyOf(notificationsApi.unread.path), keyOf(notificationsApi.list.path)];
    case "anything":
    default:
      // A server that is newer than this page can send unknown kinds of events. After such an
      // event, all queries that any event affects are refetched.
      return everything;
  }
}

function itemReaders({ feedbackId, boardId }: { feedbackId: number; boardId: number }): QueryKey[] {
  return [
    keyOf(feedbackApi.get.path, { id: feedbackId }),
    keyOf(recordedVotesApi.list.path, { id: feedbackId }),
    keyOf(feedbackApi.list.path),
    keyOf(feedbackApi.listOnBoard.path, { boardId }),
  ];
}
