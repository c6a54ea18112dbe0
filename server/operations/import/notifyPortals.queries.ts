import pg from "pg";
import type { Change } from "#server/platform/changes/change.ts";
import { notifyChange } from "#server/platform/changes/changeFeed.ts";

/** Tells all running portals what has changed, so that they show it. */
export async function notifyPortals(connectionString: string, change: Change): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await notifyChange(client, change);
  } finally {
    await client.end();
  }
}
