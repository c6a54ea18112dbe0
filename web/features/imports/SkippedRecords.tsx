import type { ImportExample, ImportRun } from "#contract/imports.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { RECORD_LABELS, totalOf } from "./importLabels.ts";

/** Lists the first skipped records with their reasons. Renders nothing if no record is skipped. */
export function SkippedRecords({ run: { counts, skipped } }: { run: ImportRun }) {
  if (skipped.length === 0) return null;
  const total = totalOf(counts).skipped;
  const isPart = total > skipped.length;
  return (
    <section aria-labelledby="skipped-records">
      <h4 id="skipped-records" className="font-medium">
        {countLabel(total, "skipped record")}
      </h4>
      {isPart ? (
        <p className="text-sm text-muted">
          These are the first {skipped.length}. The report contains all of them.
        </p>
      ) : null}
      <ul className="mt-2 divide-y rounded-xl border">
        {skipped.map((record) => (
          <SkippedRecord
            key={`${record.kind} ${record.file ?? ""} ${String(record.line)}`}
            record={record}
          />
        ))}
      </ul>
    </section>
  );
}

function SkippedRecord({ record: { kind, file, line, title, reason } }: { record: ImportExample }) {
  const place = file === null ? `Line ${String(line)}` : `${file}, record ${String(line)}`;
  return (
    <li className="px-4 py-2 wrap-anywhere">
      <bdi className="block">{title}</bdi>
      <span className="block text-sm text-muted">
        {place} · {RECORD_LABELS[kind]} · {reason}
      </span>
    </li>
  );
}
