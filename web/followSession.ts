import type { QueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "./api/session.ts";

/** Loads the page anew where the browser brings it back from memory and somebody else is signed in by now, or nobody. */
export function followSession(client: QueryClient): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void reloadForOthers(client);
  });
}

async function reloadForOthers(client: QueryClient): Promise<void> {
  const shownFor = client.getQueryData(currentUserQuery.queryKey);
  // Without an answer nothing is known to be wrong with it.
  const user = await client.query({ ...currentUserQuery, staleTime: 0 }).catch(() => shownFor);
  if (user?.id !== shownFor?.id) window.location.reload();
}
