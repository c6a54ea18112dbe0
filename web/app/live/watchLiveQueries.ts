import type { QueryClient } from "@tanstack/react-query";
import { portalQuery } from "#web/app/api/session.ts";
import { LIVE_ENDPOINTS } from "./queriesAffectedBy.ts";

/** Navigation replaces a page's queries within this time. */
const CHANGE_MS = 100;

/**
 * Calls `onChange` when the page starts or stops using endpoints with live updates. Returns a
 * function that tells whether it uses one.
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
