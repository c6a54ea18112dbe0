import type { QueryClient } from "@tanstack/react-query";
import type { ReadPath } from "#contract/api.ts";
import { portalQuery } from "#web/app/api/session.ts";

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
export function watchLiveQueries(client: QueryClient, onChange: () => void): () => boolean {
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
