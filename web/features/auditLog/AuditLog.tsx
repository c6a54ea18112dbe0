import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { SiteAuditFilters } from "#contract/auditLog.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { DateInput } from "#web/ui/DateInput.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { CompanyFilter, FilteredTable } from "#web/ui/FilteredTable.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDebouncedText } from "#web/ui/useDebounced.ts";
import { useInputBeforeHydration } from "#web/ui/useHydrated.ts";
import type { ActionGroup } from "./auditLabels.ts";
import { actionLabel, COMPANY_ACTIONS, SITE_ACTIONS } from "./auditLabels.ts";
import { auditColumns, AuditRow } from "./AuditRow.tsx";
import { Download, ScrollText } from "#web/ui/adminIcons.ts";

/** Displays the actions of admins, newest first, with search, filters and CSV export. */
export function AuditLog({ scope }: { scope: AuditScope }) {
  const table = useTableFilters(AUDIT_FILTERS);
  const { filters } = table;
  const list = useInfiniteQuery({
    ...auditPagesQuery(scope, filters),
    placeholderData: keepPreviousData,
  });
  const hasCompany = scope === null;
  return (
    <ScreenSection
      id="audit-log"
      title="Audit log"
      actions={
        <Button asChild variant="secondary">
          <a href={auditCsvAddress(scope, filters)} download="audit-log.csv">
            <Download aria-hidden="true" />
            Export CSV
          </a>
        </Button>
      }
    >
      <FilteredTable
        table={table}
        list={list}
        label="Audit log"
        searchPlaceholder="Search e-mail or subject..."
        hasWideControls
        controls={
          <>
            <AuditFilterFields
              groups={hasCompany ? SITE_ACTIONS : COMPANY_ACTIONS}
              filters={filters}
              onChange={table.change}
            />
            {hasCompany ? <CompanyFilter table={table} list={list} /> : null}
          </>
        }
        count={(total) => countLabel(total, "entry", "entries")}
        skeletonRows={8}
        columns={auditColumns(hasCompany)}
        tableFrom="4xl"
        icon={ScrollText}
        noMatches="No entries match your filters"
        empty={
          <EmptyState
            icon={ScrollText}
            title="No entries yet"
            text="What admins change is noted here from now on: who, when, what and from where."
          />
        }
        renderRow={(entry) => <AuditRow key={entry.id} entry={entry} hasCompany={hasCompany} />}
      />
    </ScreenSection>
  );
}

interface AuditFilterFieldsProps {
  groups: readonly ActionGroup[];
  filters: AuditLogFilters;
  onChange: (changes: Partial<AuditLogFilters>) => void;
}

function AuditFilterFields({ groups, filters, onChange }: AuditFilterFieldsProps) {
  const { action, from, to } = filters;
  return (
    <>
      <ActionSelect
        groups={groups}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <div className="flex flex-wrap gap-x-3 gap-y-2 max-sm:w-full">
        <DayInput label="From" value={from} onChange={(day) => onChange({ from: day })} />
        <DayInput label="To" value={to} onChange={(day) => onChange({ to: day })} />
      </div>
    </>
  );
}

interface ActionSelectProps {
  groups: readonly ActionGroup[];
  /**
   * The code of an action, or the code of an entity for all actions on the entity. An empty text
   * stands for all entries.
   */
  value: string;
  onChange: (action: string) => void;
}

/** Filters an audit log by one action, or by all actions on one entity. */
function ActionSelect({ groups, value, onChange }: ActionSelectProps) {
  const isOffered =
    value === "" ||
    groups.some(({ entity, actions }) => entity === value || Object.hasOwn(actions, value));
  return (
    <FilterSelect
      aria-label="Action"
      className="max-sm:w-full sm:max-w-56"
      value={value}
      onChoose={onChange}
    >
      <option value="">All actions</option>
      {isOffered ? null : <option value={value}>{actionLabel(value)}</option>}
      {groups.map(({ entity, label, actions }) => (
        <optgroup key={entity} label={label}>
          <option value={entity}>{label}: everything</option>
          {Object.entries(actions).map(([action, actionName]) => (
            <option key={action} value={action}>
              {actionName}
            </option>
          ))}
        </optgroup>
      ))}
    </FilterSelect>
  );
}

interface DayInputProps {
  label: "From" | "To";
  /** A day such as 2026-01-31; empty if no day is chosen. */
  value: string;
  onChange: (day: string) => void;
}

/** The input for the first or last day of the time range. */
function DayInput({ label, value, onChange }: DayInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const [day, setDay] = useDebouncedText(value, onChange);
  useInputBeforeHydration(field, day, setDay);
  return (
    <DateInput
      ref={field}
      aria-label={`${label} date`}
      start={<span aria-hidden="true">{label}</span>}
      className="min-w-52 flex-1 sm:w-auto sm:flex-none"
      value={day}
      onChange={setDay}
    />
  );
}

/** The filters of an audit log, as stored in the URL. Empty and null values do not filter. */
interface AuditLogFilters {
  readonly search: string;
  /** An action such as `board.delete`, or an entity such as `board` for all of its actions. */
  readonly action: string;
  /** First day of the time range in UTC, such as 2026-01-31. */
  readonly from: string;
  /** Last day of the time range in UTC, such as 2026-01-31. */
  readonly to: string;
  /** The company whose entries are shown. Only the installation's log has this filter. */
  readonly companyId: number | null;
}

export const AUDIT_FILTERS: FilterSet<AuditLogFilters> = {
  defaults: { search: "", action: "", from: "", to: "", companyId: null },
  shape: SiteAuditFilters.shape,
};

/** The id of the company whose log this is; null for the installation's log. */
type AuditScope = number | null;

/**
 * Returns the query for the pages of entries, newest first. The pages are always stale, because a
 * log grows continuously.
 */
export function auditPagesQuery(scope: AuditScope, filters: AuditLogFilters) {
  const query = queryOf(scope, filters);
  const pages =
    scope === null
      ? apiPagedQuery("/api/admin/audit-log", { query })
      : apiPagedQuery("/api/company/:companyId/audit-log", { params: { companyId: scope }, query });
  return { ...pages, staleTime: 0 };
}

/** Returns the URL of a CSV file with all entries that match the filters. */
function auditCsvAddress(scope: AuditScope, filters: AuditLogFilters): string {
  const query = queryOf(scope, filters);
  return scope === null
    ? addressOf("/api/admin/audit-log.csv", { query })
    : addressOf("/api/company/:companyId/audit-log.csv", { params: { companyId: scope }, query });
}

function queryOf(scope: AuditScope, { search, action, from, to, companyId }: AuditLogFilters) {
  return {
    search: search || undefined,
    action: action || undefined,
    from: from || undefined,
    to: to || undefined,
    ...(scope === null && companyId !== null && { companyId: String(companyId) }),
  };
}
