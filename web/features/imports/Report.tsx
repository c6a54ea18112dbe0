import type { ImportRun } from "#contract/imports.ts";
import { IMPORT_UNDO_DAYS } from "#contract/imports.ts";
import { Counts } from "./Counts.tsx";
import { writtenLabel } from "./importLabels.ts";
import { ReportLink } from "./ReportLink.tsx";
import { SkippedRecords } from "./SkippedRecords.tsx";
import { WrittenRecords } from "./WrittenRecords.tsx";

interface ReportProps {
  run: ImportRun;
  /** Whether the admin has changed a choice since the check. */
  isOutdated: boolean;
}

/** Shows the report of a check. */
export function Report({ run, isOutdated }: ReportProps) {
  return (
    <>
      <section aria-labelledby="import-report" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h4 id="import-report" className="font-medium">
            What the import will do
          </h4>
          <ReportLink run={run} />
        </div>
        <Counts label="What the import will do" run={run} />
        <p className="text-sm text-muted">{nextStepOf(run, isOutdated)}</p>
      </section>
      <WrittenRecords run={run} />
      <SkippedRecords run={run} />
    </>
  );
}

function nextStepOf(run: ImportRun, isOutdated: boolean): string {
  if (isOutdated) return "You have changed something since. Check again for a new report.";
  if (writtenLabel(run) === null)
    return "Nothing would be imported: every record is skipped or unchanged.";
  return `Nobody is notified, and you can undo the import for ${String(IMPORT_UNDO_DAYS)} days.`;
}
