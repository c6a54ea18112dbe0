import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Building2 } from "#web/ui/icons.ts";
import type { MouseEvent } from "react";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import type { Page } from "#contract/endpoint.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { PagedRows } from "#web/ui/PagedRows.tsx";
import { StackedTable } from "#web/ui/StackedTable.tsx";
import { StackedTableSkeleton } from "#web/ui/StackedTableSkeleton.tsx";
import type { CompanyFilters } from "./companyFilters.ts";
import { COMPANY_COLUMNS, CompanyRow } from "./CompanyRow.tsx";

interface CompaniesListProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<AdminCompany>, string | undefined>>;
  filters: CompanyFilters;
  /** Takes the search off. */
  onClear: (event: MouseEvent) => void;
  onEdit: (company: AdminCompany) => void;
  onDelete: (company: AdminCompany) => void;
}

/** The table of companies, or what stands in its place. */
export function CompaniesList({ list, filters, onClear, onEdit, onDelete }: CompaniesListProps) {
  if (list.isPending) return <StackedTableSkeleton label="Loading companies" />;
  if (!list.data) {
    return (
      <ErrorState
        message="Failed to fetch companies"
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const companies = list.data.pages.flatMap(({ items }) => items);
  if (companies.length === 0) return <NoCompanies search={filters.search} onClear={onClear} />;
  return (
    <PagedRows
      list={list}
      listKey={JSON.stringify(filters)}
      count={companies.length}
      errorMessage="Failed to fetch companies"
    >
      <StackedTable
        label="Companies"
        columns={COMPANY_COLUMNS}
        tableFrom="4xl"
        isBusy={list.isPlaceholderData}
      >
        {companies.map((company) => (
          <CompanyRow
            key={company.id}
            company={company}
            onEdit={() => onEdit(company)}
            onDelete={() => onDelete(company)}
          />
        ))}
      </StackedTable>
    </PagedRows>
  );
}

function NoCompanies({
  search,
  onClear,
}: { search: string } & Pick<CompaniesListProps, "onClear">) {
  if (!search) {
    return (
      <EmptyState
        icon={Building2}
        title={'No companies found. Click "Add Company" to create one.'}
      />
    );
  }
  return (
    <EmptyState
      icon={Building2}
      title="No companies match your search"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
