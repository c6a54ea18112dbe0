import { X } from "#web/ui/icons.ts";
import type { RefObject } from "react";
import { Button } from "#web/ui/Button.tsx";
import { focusField } from "#web/ui/focusField.ts";
import { SearchInput } from "#web/ui/SearchInput.tsx";
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
  /** Name of the company that the list is narrowed to; null where it is not known. */
  companyName: string | null;
  /** Number of entries; undefined until it is known. */
  total: number | undefined;
}

/** Search and filters of an audit log. */
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
    <form
      role="search"
      aria-label="Audit log"
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <div className="min-w-48 flex-1 basis-full sm:max-w-sm sm:basis-0">
        <SearchInput
          ref={searchRef}
          label="Search audit log"
          placeholder="Search e-mail or subject..."
          value={search}
          onSearch={(wanted) => onChange({ search: wanted })}
          maxLength={SEARCH_LENGTH}
        />
      </div>
      <ActionSelect
        groups={scope === null ? SITE_ACTIONS : COMPANY_ACTIONS}
        value={action}
        onChange={(wanted) => onChange({ action: wanted })}
      />
      <div className="flex flex-wrap gap-x-3 gap-y-2 max-sm:w-full">
        <DayInput label="From" value={from} onChange={(day) => onChange({ from: day })} />
        <DayInput label="To" value={to} onChange={(day) => onChange({ to: day })} />
      </div>
      {scope === null && companyId !== null ? (
        <Button
          variant="secondary"
          onClick={(event) => {
            focusField(searchRef, event);
            onChange({ companyId: null });
          }}
        >
          <span className="max-w-60 truncate">{companyName ?? `Company ${String(companyId)}`}</span>
          <X aria-hidden="true" className="text-muted" />
          <span className="sr-only">Show all companies</span>
        </Button>
      ) : null}
      <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
        {total === undefined
          ? null
          : `${total.toLocaleString("en")} ${total === 1 ? "entry" : "entries"}`}
      </p>
    </form>
  );
}
