import type { Export } from "#contract/exports.ts";
import { exportsApi } from "#contract/exports.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { Download } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { sizeLabel } from "#web/ui/sizeLabel.ts";

/** The columns of the table of exports, in the order of a row's cells. */
export const EXPORT_COLUMNS = ["Started", "By", "Result", "Expires", "Actions"] as const;

/** A row of the list of exports. */
export function ExportRow({ made }: { made: Export }) {
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
            <a href={addressOf(exportsApi.download.path, { params: { id: String(id) } })} download>
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
