import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ImportRun } from "#contract/importRun.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { apiQuery, callThrough } from "#web/app/api/apiQuery.ts";
import { isApiError } from "#web/app/api/call.ts";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";

/** Milliseconds between two requests for the progress of an import. */
const POLL_MS = 1_000;

const AT_WORK: readonly ImportRun["state"][] = ["reading", "checking", "running", "undoing"];
const FINISHED: readonly ImportRun["state"][] = ["failed", "done", "undone"];

/** Whether the server is working on the import. */
export const isAtWork = ({ state }: ImportRun) => AT_WORK.includes(state);

/** Whether the import has failed, is done or was undone. */
export const isFinished = ({ state }: ImportRun) => FINISHED.includes(state);

/** Returns the query for the company's latest imports, newest first. */
export function importsQuery() {
  return { ...apiQuery("/api/imports"), staleTime: 0, refetchOnWindowFocus: true } as const;
}

/**
 * Adds or replaces an import in the cached list. Cancels a pending request for the list, because
 * its response could contain an older state of the import.
 */
export async function storeImport(client: QueryClient, run: ImportRun): Promise<void> {
  const { queryKey } = importsQuery();
  const before = client.getQueryData(queryKey);
  if (!before) return;
  await client.cancelQueries({ queryKey });
  const others = before.filter(({ id }) => id !== run.id);
  client.setQueryData(
    queryKey,
    [run, ...others].toSorted((one, other) => other.id - one.id),
  );
}

/**
 * Refetches what the import has written once the server has finished its work on the import. If the
 * import has replaced the company's settings, reloads the page, because the company's name, logo
 * and colours affect the whole page.
 */
function useRefetchAfterwards(run: ImportRun | undefined): void {
  const client = useQueryClient();
  const idAtWork = useRef<number>(undefined);
  useEffect(() => {
    const hasFinished = run !== undefined && run.id === idAtWork.current && isFinished(run);
    idAtWork.current = run && isAtWork(run) ? run.id : undefined;
    if (!hasFinished) return;
    if (run.state === "done" && run.settings?.isChosen)
      reloadWithToast({ title: "Settings taken over successfully" });
    else void invalidateAffected(client, "importedData");
  }, [client, run]);
}

/**
 * Polls the progress of an import while the server is working on the import, and stores the
 * progress in the cached list. Polling pauses while the tab is hidden. `isLost` is true if the last
 * request has failed.
 */
export function useProgress(run: ImportRun | undefined): { isLost: boolean } {
  const input = { params: { id: run?.id ?? 0 } };
  const enabled = run !== undefined && isAtWork(run);
  useRefetchAfterwards(run);
  const { isError } = useQuery({
    ...apiQuery("/api/imports/:id", input),
    queryFn: async ({ client, signal }) => {
      try {
        const latest = await callThrough(client, "GET /api/imports/:id", input, { signal });
        await storeImport(client, latest);
        return latest;
      } catch (error) {
        // The import was deleted, so the cached list is outdated.
        if (isApiError(error) && error.status === 404) await invalidateAffected(client, "imports");
        throw error;
      }
    },
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: POLL_MS,
  });
  return { isLost: enabled && isError };
}
