import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { MouseEvent, RefObject } from "react";
import { useRef } from "react";
import { auditLogApi, SiteAuditFilters } from "#contract/auditLog.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Download, ScrollText } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { RemovableFilter } from "#web/ui/RemovableFilter.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useDebouncedText } from "#web/ui/useDebouncedText.ts";
import { useInputBeforeHydration } from "#web/ui/useInputBeforeHydration.ts";
import type { ActionGroup } from "./auditLabels.ts";
import { actionLabel, COMPANY_ACTIONS, SITE_ACTIONS } from "./auditLabels.ts";
import { auditColumns, AuditRow } from "./AuditRow.tsx";

/** Displays the actions of admins, newest first, with search, filters and CSV export. */
export function AuditLog({ scope }: { scope: AuditScope }) {
  const { filters, change, searchRef, clear } = useFilterParams(readAuditFilters, NO_AUDIT_FILTERS);
  const list = useInfiniteQuery({
    ...auditPagesQuery(scope, filters),
    placeholderData: keepPreviousData,
  });
  const entries = list.data?.pages.flatMap(({ items }) => items);
  const hasCompany = scope === null;
  return (
    <ScreenSection
      id="audit-log"
      title="Audit Log"
      actions={
        <Button asChild variant="secondary">
          <a href={auditCsvAddress(scope, filters)} download="audit-log.csv">
            <Download aria-hidden="true" />
            Export CSV
          </a>
        </Button>
      }
    >
      <AuditToolbar
        scope={scope}
        filters={filters}
        onChange={change}
        searchRef={searchRef}
        companyName={
          entries?.find(({ companyId }) => companyId === filters.companyId)?.companyName ?? null
        }
        total={list.data?.pages.at(-1)?.total}
      />
      <PagedTable
        list={list}
        listKey={JSON.stringify(filters)}
        label="Audit log"
        loadingLabel="Loading audit log"
        skeletonRows={8}
        errorMessage="Failed to fetch audit log"
        columns={auditColumns(hasCompany)}
        tableFrom="4xl"
        empty={
          <NoEntries
            hasFilters={isNarrowed(filters)}
            onClear={(event) => clear(event, NO_AUDIT_FILTERS)}
          />
        }
        renderRow={(entry) => <AuditRow key={entry.id} entry={entry} hasCompany={hasCompany} />}
      />
    </ScreenSection>
  );
}

interface NoEntriesProps {
  hasFilters: boolean;
  onClear: (event: MouseEvent) => void;
}

function NoEntries({ hasFilters, onClear }: NoEntriesProps) {
  if (!hasFilters) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No entries yet"
        text="What admins change is noted here from now on: who, when, what and from where."
      />
    );
  }
  return (
    <NoMatches
      icon={ScrollText}
      title="No entries match your filters"
      clearLabel="Clear filters"
      onClear={onClear}
    />
  );
}

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
function AuditToolbar({
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
    <TextInput
      ref={field}
      type="date"
      aria-label={`${label} date`}
      start={<span aria-hidden="true">{label}</span>}
      className="min-w-48 flex-1 sm:w-auto sm:flex-none"
      value={day}
      onChange={({ target }) => setDay(target.value)}
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

/** The default filters: all entries. */
export const NO_AUDIT_FILTERS: AuditLogFilters = {
  search: "",
  action: "",
  from: "",
  to: "",
  companyId: null,
};

/** The API accepts a search text of at most this many characters. */
const SEARCH_LENGTH = 200;

const { shape } = SiteAuditFilters;

/**
 * Reads the filters from the URL. A search text that is too long is cut. Other values that the API
 * would refuse are ignored.
 */
export function readAuditFilters(params: URLSearchParams): AuditLogFilters {
  const valueOf = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(valueOf("search").slice(0, SEARCH_LENGTH)).data ?? "",
    action: shape.action.safeParse(valueOf("action")).data ?? "",
    from: shape.from.safeParse(valueOf("from")).data ?? "",
    to: shape.to.safeParse(valueOf("to")).data ?? "",
    companyId: shape.companyId.safeParse(valueOf("companyId")).data ?? null,
  };
}

/** Whether any filter is set. */
export function isNarrowed(filters: AuditLogFilters): boolean {
  return Object.values(filters).some((value) => value !== "" && value !== null);
}

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
      ? apiPagedQuery(auditLogApi.list, { query })
      : apiPagedQuery(auditLogApi.listOfCompany, { params: { companyId: scope }, query });
  return { ...pages, staleTime: 0 };
}

/** Returns the URL of a CSV file with all entries that match the filters. */
function auditCsvAddress(scope: AuditScope, filters: AuditLogFilters): string {
  const query = queryOf(scope, filters);
  return scope === null
    ? addressOf(auditLogApi.download.path, { query })
    : addressOf(auditLogApi.downloadOfCompany.path, { params: { companyId: scope }, query });
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
