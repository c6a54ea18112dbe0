import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { ScrollText } from "#web/ui/adminIcons.ts";
import type { MouseEvent } from "react";
import type { AuditEntry } from "#contract/auditLog.ts";
import type { Page } from "#contract/endpoint.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { PagedRows } from "#web/ui/PagedRows.tsx";
import { StackedTable } from "#web/ui/StackedTable.tsx";
import { StackedTableSkeleton } from "#web/ui/StackedTableSkeleton.tsx";
import type { AuditLogFilters } from "./auditFilters.ts";
import { isNarrowed } from "./auditFilters.ts";
import type { AuditScope } from "./auditPagesQuery.ts";
import { AuditRow, auditColumns } from "./AuditRow.tsx";

interface AuditEntriesProps {
  scope: AuditScope;
  list: UseInfiniteQueryResult<InfiniteData<Page<AuditEntry>, string | undefined>>;
  filters: AuditLogFilters;
  onClear: (event: MouseEvent) => void;
}

/** The table of entries, or what stands in its place. */
export function AuditEntries({ scope, list, filters, onClear }: AuditEntriesProps) {
  if (list.isPending) return <StackedTableSkeleton label="Loading audit log" rows={8} />;
  if (!list.data) {
    return (
      <ErrorState
        message="Failed to fetch audit log"
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const entries = list.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) {
    return <NoEntries filters={filters} onClear={onClear} />;
  }
  const hasCompany = scope === null;
  return (
    <PagedRows
      list={list}
      listKey={JSON.stringify(filters)}
      count={entries.length}
      errorMessage="Failed to fetch audit log"
    >
      <StackedTable
        label="Audit log"
        columns={auditColumns(hasCompany)}
        tableFrom="4xl"
        isBusy={list.isPlaceholderData}
      >
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} hasCompany={hasCompany} />
        ))}
      </StackedTable>
    </PagedRows>
  );
}

function NoEntries({
  filters,
  onClear,
}: {
  filters: AuditLogFilters;
  onClear: (event: MouseEvent) => void;
}) {
  if (!isNarrowed(filters)) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No entries yet"
        text="What admins change is noted here from now on: who, when, what and from where."
      />
    );
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No entries match your filters"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
