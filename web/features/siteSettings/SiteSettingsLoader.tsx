import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { portalApi } from "#contract/portal.ts";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";

/** The query for the installation's settings; always stale (docs/specification.md "7. Calls"). */
export const siteSettingsQuery = { ...apiQuery(siteSettingsApi.get), staleTime: 0 };

/**
 * Preloads the query of the site settings screens. Never rejects: the screen displays the error.
 */
export async function preloadSiteSettings({ client }: { client: QueryClient }): Promise<void> {
  await Promise.allSettled([client.query(siteSettingsQuery)]);
}

/**
 * The queries to refetch after the installation's settings have changed. The page title and the
 * header display data of these queries.
 */
export const QUERIES_AFFECTED_BY_SITE = [siteSettingsApi.get, portalApi.get] as const;

/**
 * Returns a function that refetches the queries with the installation's settings. The function's
 * promise resolves after the refetch.
 */
export function useSiteRefetch(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      QUERIES_AFFECTED_BY_SITE.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
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
