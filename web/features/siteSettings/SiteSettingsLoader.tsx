import type { QueryClient } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";

/** The query for the installation's settings; always stale (docs/specification.md "7. Calls"). */
export const siteSettingsQuery = { ...apiQuery("/api/admin/site-settings"), staleTime: 0 };

/** The query for the installation's sign-in providers; always stale, like the settings. */
export const signInProvidersQuery = {
  ...apiQuery("/api/admin/site-settings/sign-in-providers"),
  staleTime: 0,
};

/**
 * Preloads the query of the site settings screens. Never rejects: the screen displays the error.
 */
export async function preloadSiteSettings({ client }: { client: QueryClient }): Promise<void> {
  await Promise.allSettled([client.query(siteSettingsQuery)]);
}

interface SiteSettingsLoaderProps {
  /** Displayed until the settings have loaded. */
  skeleton: ReactNode;
  children: (settings: ShownSiteSettings) => ReactNode;
}

/**
 * Loads the installation's settings. Displays a skeleton while loading, and an error if loading
 * fails.
 */
export function SiteSettingsLoader({ skeleton, children }: SiteSettingsLoaderProps) {
  return (
    <LoadedContent
      query={useQuery(siteSettingsQuery)}
      skeleton={skeleton}
      errorMessage="Failed to fetch site settings"
    >
      {children}
    </LoadedContent>
  );
}
