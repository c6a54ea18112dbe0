import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { siteSettingsQuery } from "./siteSettingsQuery.ts";

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
