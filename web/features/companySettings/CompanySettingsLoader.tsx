import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CompanySettings } from "#contract/companySettings.ts";
import { useManagedCompanyId } from "#web/app/api/managedCompany.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { settingsQuery } from "./settingsQuery.ts";

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
