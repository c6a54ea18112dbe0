import type { QueryClient } from "@tanstack/react-query";
import { followSession } from "./followSession.ts";
import { startLiveUpdates } from "./live/startLiveUpdates.ts";

/** What keeps a page true while it is looked at. Its code comes once the page can be used: nothing of it waits for this. */
export function startAtRest(client: QueryClient, livePosition: string): void {
  followSession(client);
  startLiveUpdates(client, livePosition);
}
