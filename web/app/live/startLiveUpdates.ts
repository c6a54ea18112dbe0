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
 * Maximum random delay in milliseconds before notifications are refetched. Without the delay, the
 * pages of all users whom a change notifies would send their requests at the same time.
 */
const NOTIFICATIONS_JITTER_MS = 3_000;

/**
 * Updates the page's data with live events. The event stream is open only while the page is visible
 * and displays data that other users can change. `position` is the position in the event stream
 * before the page's data was read.
 */
export function startLiveUpdates(client: QueryClient, position: string): void {
  const counts = new CountWriter(client);
  const log = new FetchLog(client, (startedAt) => counts.repeatSince(startedAt));
  const queue = new RefetchQueue(client, log);
  const afterRandomDelay = atMostOnePending(NOTIFICATIONS_JITTER_MS);
  const onChanges = (events: readonly LiveEvent[]) => {
    for (const event of events) {
      counts.write(event);
      const outdate = () => {
        for (const queryKey of queriesAffectedBy(event)) queue.add(queryKey);
      };
      if (event.kind === "notifications") afterRandomDelay(outdate);
      else outdate();
    }
  };
  const connection = new LiveConnection({ position, onChanges, onState: setLive });
  const update = () => connection.setNeeded(isVisible() && showsLiveData());
  const isVisible = watchVisibility(update);
  const showsLiveData = watchLiveQueries(client, update);
  update();
}

/**
 * Returns a function that runs its task after a random delay of at most `longest` milliseconds. A
 * task that is added during the delay of another task is dropped, because running the task once is
 * enough.
 */
function atMostOnePending(longest: number): (task: () => void) => void {
  let isPending = false;
  return (task) => {
    if (isPending) return;
    isPending = true;
    setTimeout(() => {
      isPending = false;
      task();
    }, Math.random() * longest);
  };
}
