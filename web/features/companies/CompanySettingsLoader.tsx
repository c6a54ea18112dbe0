import type { QueryClient } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CompanySettings } from "#contract/companySettings.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { managedCompanyId, useManagedCompanyId } from "#web/app/api/SessionContext.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";

/**
 * Returns the query for the settings that a company's admins can read. The settings are always
 * stale, as is other data of a company (docs/specification.md "7. Calls").
 */
export function settingsQuery(companyId: number) {
  return {
    ...apiQuery("/api/company/:companyId/settings", { params: { companyId } }),
    staleTime: 0,
  };
}

interface PreloadContext {
  readonly client: QueryClient;
  readonly portal: Portal;
  readonly user: User | null;
}

/**
 * Preloads the query of the company settings screens. Never rejects: the screen displays the error.
 */
export async function preloadSettings({ client, portal, user }: PreloadContext): Promise<void> {
  const companyId = managedCompanyId(portal, user);
  if (companyId !== null) await Promise.allSettled([client.query(settingsQuery(companyId))]);
}

interface CompanySettingsLoaderProps {
  /** Displayed until the settings have loaded. */
  skeleton: ReactNode;
  children: (settings: CompanySettings) => ReactNode;
}

/**
 * Loads the settings of the company that the viewer manages. Displays a skeleton while loading, and
 * an error if loading fails (docs/specification.md "8. Error catalogue").
 */
export function CompanySettingsLoader(props: CompanySettingsLoaderProps) {
  const companyId = useManagedCompanyId();
  if (companyId === null) return <ErrorState message="No company ID found" />;
  return <Settings key={companyId} companyId={companyId} {...props} />;
}

function Settings({
  companyId,
  skeleton,
  children,
}: CompanySettingsLoaderProps & { companyId: number }) {
  return (
    <LoadedContent
      query={useQuery(settingsQuery(companyId))}
      skeleton={skeleton}
      errorMessage="Failed to fetch company data"
    >
      {children}
    </LoadedContent>
  );
}
