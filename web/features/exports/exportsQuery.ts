import { exportsApi } from "#contract/exports.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Milliseconds between two requests for the list of exports while an export is running. */
const POLL_MS = 2_000;

/**
 * Returns the query for the company's exports. The query is repeated while an export is running.
 */
export function exportsQuery() {
  const query = apiQuery(exportsApi.list);
  return {
    ...query,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }: { state: { data: unknown } }) =>
      isExporting(state.data as Exports | undefined) ? POLL_MS : false,
  } as const;
}

type Exports = readonly { readonly state: string }[];

/** Whether an export is running. */
export function isExporting(exports: Exports | undefined): boolean {
  return exports?.some(({ state }) => state === "running") ?? false;
}
