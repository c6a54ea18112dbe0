import { useSearchParams } from "react-router";
import type { AuditLogFilters } from "./auditFilters.ts";
import { readAuditFilters, writeAuditFilters } from "./auditFilters.ts";

/** The filters of an audit log; they live in the address. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams();
  return {
    filters: readAuditFilters(params),
    change: (changes: Partial<AuditLogFilters>) =>
      setParams((current) => writeAuditFilters(current, { ...readAuditFilters(current), ...changes }), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
