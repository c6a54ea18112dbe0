import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "#contract/events.ts";
import { setLive } from "#web/app/api/liveState.ts";
import { CountWriter } from "./CountWriter.ts";
import { FetchLog } from "./FetchLog.ts";
import { watchLiveQueries } from "./watchLiveQueries.ts";
import { watchVisibility } from "./watchVisibility.ts";
import { LiveConnection } from "./LiveConnection.ts";
import { queriesAffectedBy } from "./queriesAffectedBy.ts";
import { RefetchQueue } from "./RefetchQueue.ts";

/**
 * Updates the page's data while the page is visible and shows data that other users change.
 * `position` is the position in the event stream before the page's data was read.
 */
export function startLiveUpdates(client: QueryClient, position: string): void {
  const counts = new CountWriter(client);
  const log = new FetchLog(client, (startedAt) => counts.repeatSince(startedAt));
  const queue = new RefetchQueue(client, log);
  const onChanges = (events: readonly LiveEvent[]) => {
    for (const event of events) {
      counts.write(event);
      for (const queryKey of queriesAffectedBy(event)) queue.add(queryKey);
    }
  };
  const connection = new LiveConnection({ position, onChanges, onState: setLive });
  const update = () => connection.setNeeded(isVisible() && showsLiveData());
  const isVisible = watchVisibility(update);
  const showsLiveData = watchLiveQueries(client, update);
  update();
}
