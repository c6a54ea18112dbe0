import type { QueryClient } from "@tanstack/react-query";
import { siteSettingsQuery } from "./siteSettingsQuery.ts";

/** What the screens of the site's settings need. Never rejects: the screen shows the failure. */
export async function preloadSiteSettings({ client }: { client: QueryClient }): Promise<void> {
  await Promise.allSettled([client.query(siteSettingsQuery)]);
}
