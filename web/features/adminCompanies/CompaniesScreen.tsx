import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { Building2 } from "#web/ui/pageIcons.ts";
import type { MouseEvent } from "react";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { CompaniesToolbar } from "./CompaniesToolbar.tsx";
import type { CompanyDialog } from "./CompanyDialogs.tsx";
import { CompanyDialogs } from "./CompanyDialogs.tsx";
import {
  companyPagesQuery,
  DEFAULT_COMPANY_FILTERS,
  readCompanyFilters,
} from "./companyFilters.ts";
import { COMPANY_COLUMNS, CompanyRow } from "./CompanyRow.tsx";

/**
 * The screen where super admins search, add, edit and delete companies (docs/specification.md
 * "/admin/companies").
 */
export function CompaniesScreen() {
  const { filters, change, searchRef, clear } = useFilterParams(
    readCompanyFilters,
    DEFAULT_COMPANY_FILTERS,
  );
  const list = useInfiniteQuery({
    ...companyPagesQuery(filters),
    placeholderData: keepPreviousData,
  });
  const state = useDialogState<CompanyDialog>();
  return (
    <ScreenSection
      id="companies"
      title="Companies"
      actions={
        <Button aria-haspopup="dialog" onClick={() => state.open({ kind: "add" })}>
          <Plus aria-hidden="true" />
          Add Company
        </Button>
      }
    >
      <CompaniesToolbar
        filters={filters}
        onChange={change}
        searchRef={searchRef}
        total={list.data?.pages.at(-1)?.total}
      />
      <PagedTable
        list={list}
        listKey={JSON.stringify(filters)}
        label="Companies"
        loadingLabel="Loading companies"
        errorMessage="Failed to fetch companies"
        columns={COMPANY_COLUMNS}
        tableFrom="4xl"
        empty={
          <NoCompanies search={filters.search} onClear={(event) => clear(event, { search: "" })} />
        }
        renderRow={(company) => (
          <CompanyRow
            key={company.id}
            company={company}
            onEdit={() => state.open({ kind: "edit", company })}
            onDelete={() => state.open({ kind: "delete", company })}
          />
        )}
      />
      <CompanyDialogs state={state} />
    </ScreenSection>
  );
}

interface NoCompaniesProps {
  search: string;
  onClear: (event: MouseEvent) => void;
}

function NoCompanies({ search, onClear }: NoCompaniesProps) {
  if (!search) {
    return (
      <EmptyState
        icon={Building2}
        title={'No companies found. Click "Add Company" to create one.'}
      />
    );
  }
  return (
    <NoMatches
      icon={Building2}
      title="No companies match your search"
      clearLabel="Clear search"
      onClear={onClear}
    />
  );
}
