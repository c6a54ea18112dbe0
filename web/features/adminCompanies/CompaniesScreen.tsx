import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { useRef } from "react";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { focusField } from "#web/ui/focusField.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { CompaniesList } from "./CompaniesList.tsx";
import { CompaniesToolbar } from "./CompaniesToolbar.tsx";
import type { CompanyDialog } from "./CompanyDialogs.tsx";
import { CompanyDialogs } from "./CompanyDialogs.tsx";
import type { CompanyFilters } from "./companyFilters.ts";
import { readCompanyFilters, writeCompanyFilters } from "./companyFilters.ts";
import { companyPagesQuery } from "./companyPagesQuery.ts";

/** All companies, to be searched (in the address), added, edited and deleted (SPEC section 2, /admin/companies). */
export function CompaniesScreen() {
  const [params, changeParams] = useSearchParams();
  const filters = readCompanyFilters(params);
  const change = (changes: Partial<CompanyFilters>) =>
    changeParams(
      (current) => writeCompanyFilters(current, { ...readCompanyFilters(current), ...changes }),
      {
        replace: true,
        keepScroll: true,
      },
    );
  const searchField = useRef<HTMLInputElement>(null);
  const list = useInfiniteQuery({
    ...companyPagesQuery(filters),
    placeholderData: keepPreviousData,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useDialogState<CompanyDialog>();
  return (
    <section aria-labelledby="companies">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2
          ref={heading}
          id="companies"
          tabIndex={-1}
          className="text-lg font-semibold outline-none"
        >
          Companies
        </h2>
        <Button aria-haspopup="dialog" onClick={() => state.open({ kind: "add" })}>
          <Plus aria-hidden="true" />
          Add Company
        </Button>
      </div>
      <CompaniesToolbar
        filters={filters}
        onChange={change}
        searchRef={searchField}
        total={list.data?.pages.at(-1)?.total}
      />
      <CompaniesList
        list={list}
        filters={filters}
        onClear={(event) => {
          focusField(searchField, event);
          change({ search: "" });
        }}
        onEdit={(company) => state.open({ kind: "edit", company })}
        onDelete={(company) => state.open({ kind: "delete", company })}
      />
      <CompanyDialogs state={state} focusAfterDelete={heading} />
    </section>
  );
}
