import pg from "pg";
import type { Change } from "#server/platform/changes/change.ts";
import { notifyChange } from "#server/platform/changes/changeFeed.ts";

/** Notifies all running portals of a change, so that their caches and open pages are updated. */
export async function notifyPortals(connectionString: string, change: Change): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await notifyChange(client, change);
  } finally {
    await client.end();
  }
}
