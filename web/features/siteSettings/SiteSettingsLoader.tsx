import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { siteSettingsQuery } from "./siteSettingsQuery.ts";

interface SiteSettingsLoaderProps {
  /** Stands there until the settings have come. */
  skeleton: ReactNode;
  children: (settings: ShownSiteSettings) => ReactNode;
}

/** The installation's settings, or that they could not be loaded. */
export function SiteSettingsLoader({ skeleton, children }: SiteSettingsLoaderProps) {
  const { data, isPending, isFetching, refetch } = useQuery(siteSettingsQuery);
  if (data) return children(data);
  if (isPending) return skeleton;
  return (
    <ErrorState
      message="Failed to fetch site settings"
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
