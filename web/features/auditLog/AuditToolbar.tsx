import type { RefObject } from "react";
import { RemovableFilter } from "#web/ui/RemovableFilter.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import { ActionSelect } from "./ActionSelect.tsx";
import type { AuditLogFilters } from "./auditFilters.ts";
import { SEARCH_LENGTH } from "./auditFilters.ts";
import type { AuditScope } from "./auditPagesQuery.ts";
import { COMPANY_ACTIONS, SITE_ACTIONS } from "./auditLabels.ts";
import { DayInput } from "./DayInput.tsx";

interface AuditToolbarProps {
  scope: AuditScope;
  filters: AuditLogFilters;
  onChange: (changes: Partial<AuditLogFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /**
   * Name of the company by which the log is filtered. The name is taken from the loaded entries;
   * null if no loaded entry belongs to the company.
   */
  companyName: string | null;
  /** Number of matching entries; undefined until the first page of the log has loaded. */
  total: number | undefined;
}

/** The search field and the filters of an audit log. */
export function AuditToolbar({
  scope,
  filters,
  onChange,
  searchRef,
  companyName,
  total,
}: AuditToolbarProps) {
  const { search, action, from, to, companyId } = filters;
  return (
    <TableToolbar
      label="Audit log"
      searchLabel="Search audit log"
      searchPlaceholder="Search e-mail or subject..."
      searchMaxLength={SEARCH_LENGTH}
      searchClassName="basis-full sm:basis-0"
      search={search}
      onSearch={(text) => onChange({ search: text })}
      searchRef={searchRef}
      count={
        total === undefined
          ? null
          : `${total.toLocaleString("en")} ${total === 1 ? "entry" : "entries"}`
      }
      className="gap-x-3"
    >
      <ActionSelect
        groups={scope === null ? SITE_ACTIONS : COMPANY_ACTIONS}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <div className="flex flex-wrap gap-x-3 gap-y-2 max-sm:w-full">
        <DayInput label="From" value={from} onChange={(day) => onChange({ from: day })} />
        <DayInput label="To" value={to} onChange={(day) => onChange({ to: day })} />
      </div>
      {scope === null && companyId !== null ? (
        <RemovableFilter
          label={companyName ?? `Company ${String(companyId)}`}
          removeLabel="Show all companies"
          onRemove={() => onChange({ companyId: null })}
          searchRef={searchRef}
        />
      ) : null}
    </TableToolbar>
  );
}
