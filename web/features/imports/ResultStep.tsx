import type { ImportRun } from "#contract/imports.ts";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { CircleAlert } from "#web/ui/icons.ts";
import { Counts } from "./Counts.tsx";
import { ReportLink } from "./ReportLink.tsx";
import { SkippedRecords } from "./SkippedRecords.tsx";

interface ResultStepProps {
  run: ImportRun;
  /** Opens the dialog that undoes the import; undefined if the import cannot be undone. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

/** Shows the result of an import, or that the import was undone. */
export function ResultStep({ run, onUndo, onClose }: ResultStepProps) {
  if (run.state === "undone") {
    return (
      <div className="flex flex-col items-start gap-5">
        <p>What the import had created is deleted, and what it had changed is as before.</p>
        <Button onClick={onClose}>Import another file</Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <Counts label="Result" run={run} />
      <SkippedRecords run={run} />
      {run.undoableUntil === null ? null : (
        <p className="text-sm text-muted">
          Nobody was notified. You can undo this import until{" "}
          <CalendarDate value={run.undoableUntil} />.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {onUndo ? (
          <Button variant="ghost" className="mr-auto" aria-haspopup="dialog" onClick={onUndo}>
            Undo…
          </Button>
        ) : null}
        <ReportLink run={run} />
        <Button variant="secondary" onClick={onClose}>
          Import another file
        </Button>
        <Button asChild>
          <a href="/feedback">View feedback</a>
        </Button>
      </div>
    </div>
  );
}

/** Says why the import has failed. */
export function FailedStep({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  return (
    <div className="flex flex-col items-start gap-5">
      <p className="flex items-start gap-1.5 text-danger-text">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{run.problem}</span>
      </p>
      <p className="text-sm text-muted">Nothing was imported.</p>
      <Button onClick={onClose}>Choose another file</Button>
    </div>
  );
}
