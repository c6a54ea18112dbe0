import { useQueryClient } from "@tanstack/react-query";
import { QUERIES_AFFECTED_BY_SITE } from "./affectedQueries.ts";

/**
 * Returns a function that refetches the queries with the installation's settings. The function's
 * promise resolves after the refetch.
 */
export function useSiteRefetch(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      QUERIES_AFFECTED_BY_SITE.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
}
