import type { QueryClient } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { auditLogApi } from "#contract/auditLog.ts";
import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { ImportRun } from "#contract/imports.ts";
import { importsApi } from "#contract/imports.ts";
import { apiQuery, callThrough } from "#web/app/api/apiQuery.ts";
import { isApiError } from "#web/app/api/isApiError.ts";

/** Milliseconds between two requests for the progress of an import. */
const POLL_MS = 1_000;

const AT_WORK: readonly ImportRun["state"][] = ["reading", "checking", "running", "undoing"];
const FINISHED: readonly ImportRun["state"][] = ["failed", "done", "undone"];

/** Whether the server works on the import. */
export const isAtWork = ({ state }: ImportRun) => AT_WORK.includes(state);

/** Whether no step of the import is left. */
export const isFinished = ({ state }: ImportRun) => FINISHED.includes(state);

/** The query for the company's last imports, newest first. */
export function importsQuery() {
  return { ...apiQuery(importsApi.list), staleTime: 0, refetchOnWindowFocus: true } as const;
}

/** Refetches the company's imports, for instance because another tab has changed one. */
export function refetchImports(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: importsQuery().queryKey });
}

/** Replaces an import in the cached list, or adds it. A pending request for the list is ignored. */
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
  const wasAtWork = before.some((other) => other.id === run.id && isAtWork(other));
  if (wasAtWork && isFinished(run)) await refetchWritten(client);
}

/** The queries that a run or an undo makes outdated. */
const WRITTEN = [
  boardsApi.list,
  categoriesApi.list,
  feedbackApi.list,
  feedbackApi.listOnBoard,
  feedbackApi.get,
  auditLogApi.listOfCompany,
] as const;

async function refetchWritten(client: QueryClient): Promise<void> {
  await Promise.all(WRITTEN.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

/**
 * Fetches the progress of an import into the cached list as long as the server works on it. The
 * requests stop while the tab is hidden. Returns whether the last request has failed.
 */
export function useProgress(run: ImportRun | undefined): { isLost: boolean } {
  const input = { params: { id: run?.id ?? 0 } };
  const enabled = run !== undefined && isAtWork(run);
  const { isError } = useQuery({
    ...apiQuery(importsApi.get, input),
    queryFn: async ({ client, signal }) => {
      try {
        const latest = await callThrough(client, importsApi.get, input, { signal });
        await storeImport(client, latest);
        return latest;
      } catch (error) {
        // The import was deleted.
        if (isApiError(error) && error.status === 404) await refetchImports(client);
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
