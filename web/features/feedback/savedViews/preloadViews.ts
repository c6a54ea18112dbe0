import type { QueryClient } from "@tanstack/react-query";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Preloads the saved views and their counts. Never rejects, because the list does not need them. */
export async function preloadViews({ client }: { client: QueryClient }): Promise<void> {
  await Promise.allSettled([
    client.query(apiQuery("/api/views")),
    client.query(apiQuery("/api/views/counts")),
  ]);
}
