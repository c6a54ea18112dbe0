import { useQuery } from "@tanstack/react-query";
import { auditLogApi } from "#contract/auditLog.ts";
import type { Export } from "#contract/exports.ts";
import { exportsApi } from "#contract/exports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Download } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedTable } from "#web/ui/StackedTable.tsx";
import { StackedTableSkeleton } from "#web/ui/StackedTableSkeleton.tsx";
import { EXPORT_COLUMNS, ExportRow } from "./ExportRow.tsx";
import { exportsQuery, isExporting } from "./exportsQuery.ts";

/**
 * The section where admins start exports and download files (docs/product-decisions.md "Import and
 * export").
 */
export function ExportSection() {
  const exports = useQuery(exportsQuery());
  const create = useApiMutation(exportsApi.create, {
    refetch: [exportsApi.list, auditLogApi.listOfCompany],
    errorFallback: "Failed to start the export",
    onError: () => void exports.refetch(),
  });
  const isBusy = create.isPending || isExporting(exports.data);
  return (
    <ScreenSection
      id="export"
      title="Export"
      actions={
        <Button
          variant="secondary"
          pending={isBusy}
          pendingLabel="Exporting..."
          onClick={() => create.mutate()}
        >
          <Download aria-hidden="true" />
          Export Everything
        </Button>
      }
    >
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        One ZIP file with all boards, feedback, comments, internal notes, votes, people and
        settings: as CSV for spreadsheets and as JSON for programs. It contains private boards and
        e-mail addresses. Admins of your company can download it for a day.
      </p>
      <LoadedContent
        query={exports}
        skeleton={<StackedTableSkeleton label="Loading exports" rows={1} />}
        errorMessage="Failed to fetch exports"
      >
        {(loaded) => (
          <>
            <p role="status" className="sr-only">
              {statusOf(loaded)}
            </p>
            <ExportTable exports={loaded} />
          </>
        )}
      </LoadedContent>
    </ScreenSection>
  );
}

/**
 * Returns the state of the newest export as a text. Screen readers announce each change of the
 * text.
 */
function statusOf([newest]: readonly Export[]): string {
  if (newest?.state === "running") return "The export is running";
  if (newest?.state === "failed") return `The export has failed: ${newest.problem ?? ""}`;
  return newest ? "The export is ready" : "";
}

function ExportTable({ exports }: { exports: readonly Export[] }) {
  if (exports.length === 0) {
    return (
      <EmptyState
        icon={Download}
        title="No exports of the last day"
        text="An export takes from a few seconds to a few minutes. You need not wait on this page."
      />
    );
  }
  return (
    <StackedTable label="Exports" columns={EXPORT_COLUMNS} tableFrom="2xl">
      {exports.map((made) => (
        <ExportRow key={made.id} made={made} />
      ))}
    </StackedTable>
  );
}
