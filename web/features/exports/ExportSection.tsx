import { useQuery } from "@tanstack/react-query";
import type { Export } from "#contract/exports.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { sizeLabel } from "#web/ui/sizeLabel.ts";
import {
  StackedActions,
  StackedCell,
  StackedHeader,
  StackedRow,
  StackedTable,
  StackedTableSkeleton,
} from "#web/ui/StackedTable.tsx";
import { Download } from "#web/ui/adminIcons.ts";

/**
 * The section where admins start exports and download files (docs/product-decisions.md "Import and
 * export").
 */
export function ExportSection() {
  const exports = useQuery(exportsQuery());
  const create = useApiMutation("POST /api/exports", {
    changes: "exports",
    errorFallback: "Failed to start the export",
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

/** The columns of the table of exports, in the order of a row's cells. */
const EXPORT_COLUMNS = ["Started", "By", "Result", "Expires", "Actions"] as const;

/** A row of the list of exports. */
function ExportRow({ made }: { made: Export }) {
  const { id, state, requestedBy, createdAt, expiresAt } = made;
  return (
    <StackedRow>
      <StackedHeader>
        <RelativeTime value={createdAt} className="font-semibold whitespace-nowrap" />
      </StackedHeader>
      <StackedCell label="By" className="wrap-anywhere">
        <span dir="auto">{requestedBy ?? "–"}</span>
      </StackedCell>
      <StackedCell label="Result">
        <Outcome made={made} />
      </StackedCell>
      <StackedCell label="Expires" className="whitespace-nowrap @max-2xl:col-span-2">
        {expiresAt === null ? "–" : <RelativeTime value={expiresAt} />}
      </StackedCell>
      <StackedActions>
        {state === "ready" ? (
          <Button asChild variant="ghost">
            <a href={addressOf("/api/exports/:id/file", { params: { id: String(id) } })} download>
              <Download aria-hidden="true" />
              Download
            </a>
          </Button>
        ) : null}
      </StackedActions>
    </StackedRow>
  );
}

function Outcome({ made: { state, rowsDone, rowsTotal, size, problem } }: { made: Export }) {
  if (state === "failed") return <span className="text-danger-text">{problem}</span>;
  if (state === "ready") return sizeLabel(size);
  // While the export runs, rowsTotal does not include accounts of other companies, so rowsDone can
  // exceed rowsTotal.
  const percent = rowsTotal === 0 ? 0 : Math.min(99, (100 * rowsDone) / rowsTotal);
  return <ProgressBar label="Export" percent={percent} />;
}

/** Milliseconds between two requests for the list of exports while an export is running. */
const POLL_MS = 2_000;

/**
 * Returns the query for the company's exports. The query is repeated while an export is running.
 */
export function exportsQuery() {
  const query = apiQuery("/api/exports");
  return {
    ...query,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }: { state: { data: unknown } }) =>
      isExporting(state.data as Exports | undefined) ? POLL_MS : false,
  } as const;
}

type Exports = readonly { readonly state: string }[];

/** Whether an export is running. */
function isExporting(exports: Exports | undefined): boolean {
  return exports?.some(({ state }) => state === "running") ?? false;
}
