import type { Change } from "#server/db/change.ts";
import type { ChangeFeed } from "#server/db/changeFeed.ts";

/** A feed of changes for an app that is alone on its database. */
export function localFeed(): ChangeFeed {
  const listeners = new Set<(change: Change) => void>();
  return {
    announce: (change) => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
}
