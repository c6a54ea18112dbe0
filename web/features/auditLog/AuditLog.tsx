import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "#web/ui/adminIcons.ts";
import type { MouseEvent } from "react";
import { useRef } from "react";
import { Button } from "#web/ui/Button.tsx";
import { focusField } from "#web/ui/focusField.ts";
import { AuditEntries } from "./AuditEntries.tsx";
import type { AuditScope } from "./auditPagesQuery.ts";
import { auditCsvAddress, auditPagesQuery } from "./auditPagesQuery.ts";
import { AuditToolbar } from "./AuditToolbar.tsx";
import { NO_AUDIT_FILTERS } from "./auditFilters.ts";
import { useAuditFilters } from "./useAuditFilters.ts";

/** What admins did, newest first: to be searched, narrowed and taken away as a file. */
export function AuditLog({ scope }: { scope: AuditScope }) {
  const { filters, change } = useAuditFilters();
  const list = useInfiniteQuery({
    ...auditPagesQuery(scope, filters),
    placeholderData: keepPreviousData,
  });
  const entries = list.data?.pages.flatMap(({ items }) => items);
  const searchRef = useRef<HTMLInputElement>(null);
  const clear = (event: MouseEvent) => {
    focusField(searchRef, event);
    change(NO_AUDIT_FILTERS);
  };
  return (
    <section aria-labelledby="audit-log">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="audit-log" className="text-lg font-semibold">
          Audit Log
        </h2>
        <Button asChild variant="secondary">
          <a href={auditCsvAddress(scope, filters)} download="audit-log.csv">
            <Download aria-hidden="true" />
            Export CSV
          </a>
        </Button>
      </div>
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
      <AuditEntries scope={scope} list={list} filters={filters} onClear={clear} />
    </section>
  );
}
