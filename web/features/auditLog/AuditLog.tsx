import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "#web/ui/adminIcons.ts";
import type { MouseEvent } from "react";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { isNarrowed, NO_AUDIT_FILTERS, readAuditFilters } from "./auditFilters.ts";
import type { AuditScope } from "./auditPagesQuery.ts";
import { auditCsvAddress, auditPagesQuery } from "./auditPagesQuery.ts";
import { auditColumns, AuditRow } from "./AuditRow.tsx";
import { AuditToolbar } from "./AuditToolbar.tsx";

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
