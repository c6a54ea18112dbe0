import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import type { AuditLogFilters } from "./auditFilters.ts";
import { readAuditFilters, writeAuditFilters } from "./auditFilters.ts";

/** The filters of an audit log; they live in the address. */
export function useAuditFilters() {
  const [params, changeParams] = useSearchParams();
  return {
    filters: readAuditFilters(params),
    change: (changes: Partial<AuditLogFilters>) =>
      changeParams(
        (current) => writeAuditFilters(current, { ...readAuditFilters(current), ...changes }),
        {
          replace: true,
          keepScroll: true,
        },
      ),
  };
}
