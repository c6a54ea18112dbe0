import { useQueryClient } from "@tanstack/react-query";
import { QUERIES_AFFECTED_BY_SITE } from "./affectedQueries.ts";

/** Fetches again whatever shows the installation's settings; settled once that has come. */
export function useSiteRefetch(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      QUERIES_AFFECTED_BY_SITE.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
}
