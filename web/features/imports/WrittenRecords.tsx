import type { ImportRun } from "#contract/imports.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { totalOf } from "./importLabels.ts";
import { RecordExamples } from "./RecordExamples.tsx";

/** Lists the first new and changed records. Renders nothing if the import would write nothing. */
export function WrittenRecords({ run: { counts, examples } }: { run: ImportRun }) {
  const total = totalOf(counts);
  const written = total.new + total.changed;
  return (
    <RecordExamples
      id="written-records"
      title={countLabel(written, "new or changed record")}
      records={examples}
      isPart={written > examples.length}
      detailOf={({ fate, reason }) => (reason === null ? fate : `${fate} · ${reason}`)}
    />
  );
}
