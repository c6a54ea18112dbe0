import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CompanySettings } from "#contract/companies.ts";
import { useManagedCompanyId } from "#web/app/api/managedCompany.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { settingsQuery } from "./settingsQuery.ts";

interface CompanySettingsLoaderProps {
  /** Stands there until the settings have come. */
  skeleton: ReactNode;
  children: (settings: CompanySettings) => ReactNode;
}

/** The settings of the company that the viewer manages, or why there are none (SPEC section 8). */
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
  const { data, isPending, isFetching, refetch } = useQuery(settingsQuery(companyId));
  if (data) return children(data);
  if (isPending) return skeleton;
  return (
    <ErrorState
      message="Failed to fetch company data"
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
