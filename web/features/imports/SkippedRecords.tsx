import type { ImportRun } from "#contract/imports.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { totalOf } from "./importLabels.ts";
import { RecordExamples } from "./RecordExamples.tsx";

/** Lists the first skipped records with their reasons. Renders nothing if no record is skipped. */
export function SkippedRecords({ run: { counts, skipped } }: { run: ImportRun }) {
  const total = totalOf(counts).skipped;
  return (
    <RecordExamples
      id="skipped-records"
      title={countLabel(total, "skipped record")}
      records={skipped}
      isPart={total > skipped.length}
      detailOf={({ reason }) => reason}
    />
  );
}
