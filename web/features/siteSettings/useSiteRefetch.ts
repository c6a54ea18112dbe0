import { useQueryClient } from "@tanstack/react-query";
import { QUERIES_AFFECTED_BY_SITE } from "./affectedQueries.ts";

/**
 * Refetches the queries with the installation's settings. The promise resolves after the refetch.
 */
export function useSiteRefetch(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      QUERIES_AFFECTED_BY_SITE.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
}
