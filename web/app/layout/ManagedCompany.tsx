import type { ReactNode } from "react";
import { Fragment } from "react";
import { useManagedCompanyId } from "#web/app/api/SessionContext.tsx";

interface ManagedCompanyProps {
  children: (companyId: number) => ReactNode;
}

/** Renders a screen for the company that the viewer manages on this host, if there is one. */
export function ManagedCompany({ children }: ManagedCompanyProps) {
  const companyId = useManagedCompanyId();
  if (companyId === null)
    return <p className="text-base">No company associated with your account.</p>;
  return <Fragment key={companyId}>{children(companyId)}</Fragment>;
}
