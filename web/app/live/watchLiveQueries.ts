import type { QueryClient } from "@tanstack/react-query";
import { portalQuery } from "#web/app/api/session.ts";
import { LIVE_ENDPOINTS } from "./queriesAffectedBy.ts";

/**
 * After a component has started or stopped using a query, this many milliseconds pass before the
 * page's queries are examined. Within this time, a navigation replaces the queries of the old page
 * with those of the new page.
 */
const CHANGE_MS = 100;

/**
 * Calls `onChange` after components have started or stopped using queries. Returns a function that
 * returns whether the page uses one of the `LIVE_ENDPOINTS` and the host shows a company's boards.
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
    return tenantId !== null && LIVE_ENDPOINTS.some(({ path }) => isShown(path));
  };
}
