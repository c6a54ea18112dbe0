import { useId } from "react";
import type { ImportRun } from "#contract/imports.ts";
import { Button } from "#web/ui/Button.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { StackedTable } from "#web/ui/StackedTable.tsx";
import { fatesLabel, FINISHED_LABELS, SOURCES, totalOf } from "./importLabels.ts";
import { ReportLink } from "./ReportLink.tsx";

interface EarlierImportsProps {
  /** Finished imports, newest first. */
  runs: readonly ImportRun[];
  /** The id of the import that can be undone; undefined if no import can be undone. */
  undoableId: number | undefined;
  onUndo: (run: ImportRun) => void;
}

/** Lists the earlier imports. Renders nothing if there are none. */
export function EarlierImports({ runs, undoableId, onUndo }: EarlierImportsProps) {
  const headingId = useId();
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-6">
      <h3 id={headingId} className="mb-3 text-base font-semibold">
        Earlier imports
      </h3>
      <StackedTable
        label="Earlier imports"
        columns={["Started", "File", "Result", "Actions"]}
        tableFrom="2xl"
      >
        {runs.map((run) => (
          <EarlierImport
            key={run.id}
            run={run}
            onUndo={run.id === undoableId ? () => onUndo(run) : undefined}
          />
        ))}
      </StackedTable>
    </section>
  );
}

interface EarlierImportProps {
  run: ImportRun;
  /** Opens the dialog that undoes the import; undefined if the import cannot be undone. */
  onUndo: (() => void) | undefined;
}

function EarlierImport({ run, onUndo }: EarlierImportProps) {
  const { source, fileName, state, counts, problem, createdAt } = run;
  return (
    <StackedRow>
      <StackedHeader>
        <RelativeTime value={createdAt} className="font-semibold whitespace-nowrap" />
      </StackedHeader>
      <StackedCell label="File" className="wrap-anywhere">
        <bdi className="block">{fileName}</bdi>
        <span className="block text-muted">{SOURCES[source].label}</span>
      </StackedCell>
      <StackedCell label="Result" className="wrap-anywhere">
        <span className="block">{FINISHED_LABELS[state]}</span>
        {problem === null ? (
          <span className="block text-muted tabular-nums">{fatesLabel(totalOf(counts))}</span>
        ) : (
          <span className="block text-danger-text">{problem}</span>
        )}
      </StackedCell>
      <StackedActions>
        <ReportLink run={run} />
        {onUndo ? (
          <Button variant="ghost" aria-haspopup="dialog" onClick={onUndo}>
            Undo…
          </Button>
        ) : null}
      </StackedActions>
    </StackedRow>
  );
}
