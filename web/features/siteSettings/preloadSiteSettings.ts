import type { QueryClient } from "@tanstack/react-query";
import { siteSettingsQuery } from "./siteSettingsQuery.ts";

/**
 * Preloads the query of the site settings screens. Never rejects: the screen displays the error.
 */
export async function preloadSiteSettings({ client }: { client: QueryClient }): Promise<void> {
  await Promise.allSettled([client.query(siteSettingsQuery)]);
}
