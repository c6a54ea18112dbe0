import type { ChangeFeed, Changed } from "#server/db/changeFeed.ts";

/** A feed of changes for an app that is alone on its database. */
export function localFeed(): ChangeFeed {
  const listeners = new Set<(changed: Changed) => void>();
  return {
    announce: (changed) => {
      for (const listener of listeners) listener(changed);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
}
