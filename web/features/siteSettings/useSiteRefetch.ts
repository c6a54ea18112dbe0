import { useQueryClient } from "@tanstack/react-query";
import { SITE_READERS } from "./siteReaders.ts";

/** Fetches again whatever shows the installation's settings; settled once that has come. */
export function useSiteRefetch(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      SITE_READERS.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
}
