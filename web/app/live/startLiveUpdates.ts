import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ReadPath } from "#contract/api.ts";
import type { LiveEvent } from "#contract/events.ts";
import { AFFECTED } from "#web/app/api/affectedQueries.ts";
import { setLive } from "#web/app/api/liveState.ts";
import { currentUserQuery, portalQuery } from "#web/app/api/session.ts";
import { CountWriter } from "./CountWriter.ts";
import { LiveConnection } from "./LiveConnection.ts";
import { FetchLog, RefetchQueue } from "./RefetchQueue.ts";

/**
 * Maximum random delay in milliseconds before notifications are refetched. Without the delay, the
 * pages of all users whom a change notifies would send their requests at the same time.
 */
const NOTIFICATIONS_JITTER_MS = 3_000;

/**
 * Updates the page's data with live events. The event stream is open only while the page is visible
 * and displays data that other users can change. `position` is the position in the event stream
 * before the page's data was read.
 */
export function startLiveUpdates(client: QueryClient, position: string): void {
  const counts = new CountWriter(client);
  const log = new FetchLog(client, (startedAt) => counts.repeatSince(startedAt));
  const queue = new RefetchQueue(client, log);
  const afterRandomDelay = atMostOnePending(NOTIFICATIONS_JITTER_MS);
  const onChanges = (events: readonly LiveEvent[]) => {
    for (const event of events) {
      counts.write(event);
      const outdate = () => {
        for (const queryKey of queriesAffectedBy(event)) queue.add(queryKey);
      };
      if (event.kind === "notifications") afterRandomDelay(outdate);
      else outdate();
    }
  };
  const connection = new LiveConnection({ position, onChanges, onState: setLive });
  const update = () => connection.setNeeded(isVisible() && showsLiveData());
  const isVisible = watchVisibility(update);
  const showsLiveData = watchLiveQueries(client, update);
  update();
  onOtherUser(client, () => {
    connection.setNeeded(false);
    update();
  });
}

/**
 * Calls `onChange` when a visitor has signed in on the page, because the stream is that of the
 * viewer who opened it.
 */
function onOtherUser(client: QueryClient, onChange: () => void): void {
  const userId = () => client.getQueryData(currentUserQuery.queryKey)?.id;
  let before = userId();
  client.getQueryCache().subscribe(() => {
    if (userId() === before) return;
    before = userId();
    onChange();
  });
}

/**
 * Returns a function that runs its task after a random delay of at most `longest` milliseconds. A
 * task that is added during the delay of another task is dropped, because running the task once is
 * enough.
 */
function atMostOnePending(longest: number): (task: () => void) => void {
  let isPending = false;
  return (task) => {
    if (isPending) return;
    isPending = true;
    setTimeout(() => {
      isPending = false;
      task();
    }, Math.random() * longest);
  };
}

/**
 * The page opens an event stream only while it uses at least one of these calls. The events of the
 * stream also lead to refetches of other calls.
 */
const LIVE_PATHS = [
  "/api/feedback",
  "/api/boards/:boardId/feedback",
  "/api/feedback/:id",
  "/api/feedback/:id/history",
  "/api/feedback/:id/comments",
  "/api/changelog",
  "/api/changelog/slug/:slug",
  "/api/changelog/timeline",
  "/api/notifications/unread",
  "/api/notifications",
] as const satisfies readonly ReadPath[];

/**
 * After a component has started or stopped using a query, this many milliseconds pass before the
 * page's queries are examined. Within this time, a navigation replaces the queries of the old page
 * with those of the new page.
 */
const CHANGE_MS = 100;

/**
 * Calls `onChange` after components have started or stopped using queries. Returns a function that
 * returns whether the page uses one of the `LIVE_PATHS` and the host shows a company's boards.
 */
function watchLiveQueries(client: QueryClient, onChange: () => void): () => boolean {
  const cache = client.getQueryCache();
  let timer: number | undefined;
  cache.subscribe(({ type }) => {
    if (type !== "observerAdded" && type !== "observerRemoved") return;
    window.clearTimeout(timer);
    timer = window.setTimeout(onChange, CHANGE_MS);
  });
  const isShown = (path: string) => cache.findAll({ queryKey: [path], type: "active" }).length > 0;
  return () => {
    const tenantId = client.getQueryData(portalQuery.queryKey)?.tenantId ?? null;
    return tenantId !== null && LIVE_PATHS.some(isShown);
  };
}

/**
 * A hidden tab closes its stream after this many milliseconds, because browsers limit the number of
 * connections to a host.
 */
const HIDDEN_MS = 10_000;

/**
 * Calls `onChange` when the page becomes visible, when it has been hidden for `HIDDEN_MS`, and when
 * the document is left. Returns a function that returns whether the page is treated as visible.
 */
function watchVisibility(onChange: () => void): () => boolean {
  let isVisible = document.visibilityState === "visible";
  let timer: number | undefined;
  const setVisible = (next: boolean) => {
    window.clearTimeout(timer);
    isVisible = next;
    onChange();
  };
  document.addEventListener("visibilitychange", () => {
    window.clearTimeout(timer);
    if (document.visibilityState === "visible") setVisible(true);
    else timer = window.setTimeout(() => setVisible(false), HIDDEN_MS);
  });
  // An open connection would keep the page out of the browser's back/forward cache.
  window.addEventListener("pagehide", () => setVisible(false));
  window.addEventListener("pageshow", () => setVisible(document.visibilityState === "visible"));
  return () => isVisible;
}

/** What an event without details can mean. */
const ANYTHING: readonly ReadPath[] = [
  ...AFFECTED.item,
  ...AFFECTED.views,
  ...AFFECTED.members,
  ...AFFECTED.moderation,
  ...AFFECTED.notifications,
];

/** Returns prefixes of the keys of the queries that a live event affects. */
export function queriesAffectedBy(event: LiveEvent): QueryKey[] {
  return affectedPaths(event).map((path) => {
    if (!("feedbackId" in event)) return [path];
    const id = path.startsWith("/api/feedback/:id") ? { id: event.feedbackId } : undefined;
    const params = path.includes(":boardId") ? { boardId: event.boardId } : id;
    return params ? [path, { params: asStrings(params) }] : [path];
  });
}

function affectedPaths(event: LiveEvent): readonly ReadPath[] {
  // An event with a count needs no refetch of the counts.
  if (event.kind === "comment" && event.commentsCount !== null)
    // A comment by the team answers an item, which changes the counts of views.
    return ["/api/feedback/:id/comments", "/api/views/counts"];
  if (event.kind === "status") return AFFECTED.item;
  // A server that is newer than this page can send kinds of events that the page does not know.
  return event.kind in AFFECTED ? AFFECTED[event.kind as keyof typeof AFFECTED] : ANYTHING;
}

const asStrings = (params: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, String(id)]));
