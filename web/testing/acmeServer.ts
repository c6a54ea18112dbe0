import { assigneesApi } from "#contract/assignees.ts";
import { authApi } from "#contract/auth.ts";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import { closingApi } from "#contract/closing.ts";
import { companiesApi } from "#contract/companies.ts";
import { companySignOnApi } from "#contract/companySignOn.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import type { FeedbackDetail, StatusChange } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { followsApi } from "#contract/follows.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { membersApi } from "#contract/members.ts";
import { mergingApi } from "#contract/merging.ts";
import { moderationApi } from "#contract/moderation.ts";
import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { rejectedPostsApi } from "#contract/rejectedPosts.ts";
import { reportsApi } from "#contract/reports.ts";
import type { Notification } from "#contract/notifications.ts";
import { portalApi } from "#contract/portal.ts";
import { savedViewsApi } from "#contract/savedViews.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { statusNotificationsApi } from "#contract/statusNotifications.ts";
import { submissionCheckApi } from "#contract/submissionCheck.ts";
import { undoApi } from "#contract/undo.ts";
import type { User } from "#contract/users.ts";
import {
  aBoard,
  aComment,
  acme,
  acmeSettings,
  anItem,
  aStatusChange,
  daysAgo,
  portalOf,
} from "./fixtures.ts";
import { listed } from "./listedItems.ts";
import { pageFrom, pageFromEnd } from "./lists.ts";
import { respondToChangelog } from "./respondToChangelog.ts";
import { respondToNotifications } from "./respondToNotifications.ts";
import { respondToReactions } from "./respondToReactions.ts";
import { respondToSignIn } from "./respondToSignIn.ts";
import { Refusal, ScriptedServer } from "./ScriptedServer.ts";

/** The data of the scripted host of Acme. Tests can change the data at any time. */
export interface AcmeData {
  portal: ReturnType<typeof portalOf>;
  /** The signed-in user; null if nobody is signed in. */
  user: User | null;
  boards: Board[];
  categories: BoardCategory[];
  items: FeedbackDetail[];
  /** Published entries of the changelog, newest first. */
  entries?: Parameters<typeof respondToChangelog>[1]["entries"] | undefined;
  /** Comments in chronological order, oldest first. */
  comments: Comment[];
  history: StatusChange[];
  /** The user's notifications, newest first. */
  notifications: Notification[];
}

/** Returns data with one board and without items or a user, and with the given overrides. */
export function acmeData(data: Partial<AcmeData> = {}): AcmeData {
  const empty = { categories: [], items: [], comments: [], history: [], notifications: [] };
  return { portal: portalOf(), user: null, boards: [aBoard()], ...empty, ...data };
}

/**
 * Creates a scripted host of Acme with the lists of the portal, and with calls that change items,
 * votes, follow levels, comments and notifications. Tests must script all other calls.
 */
export function acmeServer(data: AcmeData): ScriptedServer {
  const server = respondToChangelog(readingServer(data), data);
  respondToItems(server, data);
  respondToClosing(server, data);
  respondToMerging(server, data);
  respondToBulkChanges(server, data);
  respondToUndo(server);
  respondToComments(server, data);
  respondToNotifications(server, data);
  return server;
}

function readingServer(data: AcmeData): ScriptedServer {
  return respondToSignIn(new ScriptedServer())
    .respond(portalApi.get, () => data.portal)
    .respond(authApi.currentUser, () => {
      if (!data.user) throw new Refusal(401, "Not signed in");
      return data.user;
    })
    .respond(companiesApi.get, acme)
    .respond(companySettingsApi.settings, acmeSettings())
    .respond(companySignOnApi.signOutAddress, { url: null })
    .respond(companySettingsApi.portalAddress, { host: "acme.localhost", isReachable: true })
    .respond(membersApi.list, ({ query }) => pageFrom([], query))
    .respond(invitationsApi.list, ({ query }) => pageFrom([], query))
    .respond(boardsApi.list, ({ query }) => pageFrom(data.boards, query))
    .respond(categoriesApi.list, ({ query }) => pageFrom(data.categories, query))
    .respond(moderationApi.count, { pending: 0, suspected: 0, reported: 0 })
    .respond(rejectedPostsApi.list, [])
    .respond(reportsApi.list, { items: [], total: 0, nextCursor: null })
    .respond(submissionCheckApi.get, { challenge: null })
    .respond(savedViewsApi.list, [])
    .respond(savedViewsApi.counts, [])
    .respond(feedbackApi.list, ({ query }) => pageFrom(listed(data, query), query))
    .respond(feedbackApi.listOnBoard, ({ params, query }) =>
      pageFrom(
        listed(data, query).filter(({ boardId }) => boardId === params.boardId),
        query,
      ),
    );
}

/** Whether two titles share a word of at least four letters. */
function haveCommonWord(one: string, other: string): boolean {
  const wordsOf = (title: string): string[] => title.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return wordsOf(one).some((word) => wordsOf(other).includes(word));
}

function respondToItems(server: ScriptedServer, data: AcmeData): void {
  const itemOf = (id: number) => found(data.items, id, "Feedback item not found");
  server
    .respond(similarFeedbackApi.toTitle, ({ query }) =>
      data.items.filter(({ title }) => haveCommonWord(title, query.title)),
    )
    .respond(similarFeedbackApi.toItem, [])
    .respond(feedbackApi.get, ({ params }) => itemOf(params.id))
    .respond(feedbackApi.history, ({ query }) => pageFromEnd(data.history, query))
    .respond(feedbackApi.create, ({ body }) => {
      const item = anItem({
        ...body,
        id: nextId(data.items),
        userId: data.user?.id ?? null,
        createdAt: daysAgo(0),
      });
      data.items.push(item);
      return item;
    })
    .respond(feedbackApi.update, ({ params, body }) => {
      const { note, notify: _, ...changes } = body;
      const undoToken = offerUndo(data);
      const item = itemOf(params.id);
      if (changes.status !== undefined && changes.status !== item.status) {
        const step = { fromStatus: item.status, toStatus: changes.status, note: note || null };
        data.history.push(
          aStatusChange({ ...step, id: nextId(data.history), createdAt: daysAgo(0) }),
        );
      }
      return { ...Object.assign(item, changes), undoToken };
    })
    .respond(assigneesApi.list, [])
    .respond(recordedVotesApi.list, { items: [], total: 0, nextCursor: null })
    .respond(statusNotificationsApi.audience, { total: 0, byEmail: 0, isCapped: false })
    .respond(statusNotificationsApi.changes, [])
    .respond(feedbackApi.remove, ({ params }) => {
      data.items.splice(data.items.indexOf(itemOf(params.id)), 1);
    })
    .respond(feedbackApi.vote, ({ params }) => {
      const item = itemOf(params.id);
      const follow = item.follow ?? "status";
      if (!item.hasVoted) Object.assign(item, { votes: item.votes + 1, hasVoted: true, follow });
      return { votes: item.votes, hasVoted: true };
    })
    .respond(followsApi.set, ({ params, body: { level } }) => {
      itemOf(params.id).follow = level;
      return { level };
    });
}

function respondToClosing(server: ScriptedServer, data: AcmeData): void {
  const itemOf = (id: number) => found(data.items, id, "Feedback item not found");
  const open = { state: "open", closedAt: null, closeReason: null, closeNote: null };
  server
    .respond(closingApi.reopen, ({ params }) => {
      const undoToken = offerUndo(data);
      return { ...Object.assign(itemOf(params.id), open), undoToken };
    })
    .respond(closingApi.closeInBulk, ({ body: { ids, reason, note } }) => {
      const closing = { closedAt: daysAgo(0), closeReason: reason, closeNote: note || null };
      const results = ids.map((id) => ({ id, changed: itemOf(id).state === "open" }));
      const undoToken = offerUndo(data);
      for (const { id, changed } of results)
        if (changed) Object.assign(itemOf(id), { state: "closed", ...closing });
      return { results, undoToken };
    });
}

function respondToBulkChanges(server: ScriptedServer, data: AcmeData): void {
  const itemOf = (id: number) => found(data.items, id, "Feedback item not found");
  server.respond(bulkChangesApi.change, ({ body: { ids, changes } }) => {
    const { note: _, notify: __, delete: isDeletion = false, ...values } = changes;
    const results = ids.map((id) => {
      const before = JSON.stringify(itemOf(id));
      const isChanged = before !== JSON.stringify({ ...itemOf(id), ...values });
      return { id, changed: isDeletion || isChanged };
    });
    const undoToken = isDeletion ? null : offerUndo(data);
    for (const id of ids) {
      if (isDeletion) data.items.splice(data.items.indexOf(itemOf(id)), 1);
      else Object.assign(itemOf(id), values);
    }
    return { results, undoToken };
  });
}

/** The items and the history before each change that can be undone. */
const undoable = new Map<string, () => void>();

/** Stores the items and the history before a change, and returns the token for its undo. */
export function offerUndo(data: AcmeData): string {
  const items = structuredClone(data.items);
  const history = [...data.history];
  const token = `undo-${String(undoable.size)}`;
  undoable.set(token, () => {
    for (const item of items) Object.assign(found(data.items, item.id, "Item not found"), item);
    data.history.splice(0, data.history.length, ...history);
  });
  return token;
}

function respondToUndo(server: ScriptedServer): void {
  server.respond(undoApi.undo, ({ params: { token } }) => {
    const restore = undoable.get(token);
    if (!restore) throw new Refusal(404, "This can no longer be undone");
    restore();
    return { restored: 1, notRestored: [] };
  });
}

function respondToMerging(server: ScriptedServer, data: AcmeData): void {
  const itemOf = (id: number) => found(data.items, id, "Feedback item not found");
  server
    .respond(mergingApi.list, ({ params }) =>
      data.items
        .filter(({ mergedIntoId }) => mergedIntoId === params.id)
        .map(({ id, title, votes }) => ({ id, title, votes, mergedAt: daysAgo(0) })),
    )
    .respond(mergingApi.preview, ({ params, query }) => {
      const all = [params.id, ...query.ids].map(itemOf);
      const votes = all.reduce((sum, item) => sum + item.votes, 0);
      const comments = all.reduce((sum, item) => sum + item.commentsCount, 0);
      return { votes, comments, followers: votes, privateItems: 0 };
    })
    .respond(mergingApi.unmerge, ({ params }) =>
      Object.assign(itemOf(params.id), { state: "open" as const, mergedIntoId: null }),
    )
    .respond(mergingApi.mergeInBulk, ({ body: { ids, targetId } }) => {
      const undoToken = offerUndo(data);
      for (const id of ids) Object.assign(itemOf(id), { state: "merged", mergedIntoId: targetId });
      return { results: ids.map((id) => ({ id, changed: true })), undoToken };
    });
}

function respondToComments(server: ScriptedServer, data: AcmeData): void {
  respondToReactions(server, data.comments);
  const itemOf = (id: number) => found(data.items, id, "Feedback item not found");
  const commentsOf = (id: number) => data.comments.filter(({ feedbackId }) => feedbackId === id);
  const count = (id: number) => {
    const isPublic = ({ visibility }: Comment) => visibility === "public";
    return Object.assign(itemOf(id), { commentsCount: commentsOf(id).filter(isPublic).length });
  };
  server
    .respond(commentsApi.list, ({ params, query }) =>
      pageFromEnd(commentsOf(itemOf(params.id).id), query),
    )
    .respond(commentsApi.create, ({ params, body }) => {
      const { user } = data;
      const answered = data.comments.find(({ id }) => id === body.answersId);
      const own = { feedbackId: params.id, content: body.content, userId: user?.id ?? null, user };
      const comment = aComment({
        ...own,
        visibility: body.isInternal ? "internal" : "public",
        answersId: answered?.answersId ?? answered?.id ?? null,
        id: nextId(data.comments),
        createdAt: daysAgo(0),
        editableUntil: daysAgo(-0.01),
      });
      data.comments.push(comment);
      count(params.id).follow ??= "all";
      return comment;
    })
    .respond(commentsApi.edit, ({ params, body }) => {
      const comment = found(data.comments, params.commentId, "Comment not found");
      return Object.assign(comment, { content: body.content, editedAt: daysAgo(0) });
    })
    .respond(commentsApi.remove, ({ params }) => {
      const comment = found(data.comments, params.commentId, "Comment not found");
      data.comments.splice(data.comments.indexOf(comment), 1);
      count(params.id);
    });
}

const nextId = (all: readonly { readonly id: number }[]) =>
  Math.max(0, ...all.map(({ id }) => id)) + 1;

/** @throws Refusal 404 if there is no entity with this id */
function found<Entity extends { readonly id: number }>(
  all: readonly Entity[],
  id: number,
  message: string,
): Entity {
  const entity = all.find((candidate) => candidate.id === id);
  if (!entity) throw new Refusal(404, message);
  return entity;
}
