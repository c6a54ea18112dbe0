import type { ImportExample } from "#contract/imports.ts";
import { RECORD_LABELS } from "./importLabels.ts";

interface RecordExamplesProps {
  id: string;
  title: string;
  records: readonly ImportExample[];
  /** Whether the report contains more of these records. */
  isPart: boolean;
  /** Returns what the list says about a record besides its title, place and kind. */
  detailOf: (record: ImportExample) => string | null;
}

/** Lists records of a file by title. Renders nothing without records. */
export function RecordExamples({ id, title, records, isPart, detailOf }: RecordExamplesProps) {
  if (records.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="font-medium">
        {title}
      </h4>
      {isPart ? (
        <p className="text-sm text-muted">
          These are the first {records.length}. The report contains all of them.
        </p>
      ) : null}
      <ul className="mt-2 divide-y rounded-xl border">
        {records.map((record) => (
          <li key={placeOf(record) + record.kind} className="px-4 py-2 wrap-anywhere">
            <bdi className="block">{record.title}</bdi>
            <span className="block text-sm text-muted">
              {placeOf(record)} · {RECORD_LABELS[record.kind]} · {detailOf(record)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const placeOf = ({ file, line }: ImportExample) =>
  file === null ? `Line ${String(line)}` : `${file}, record ${String(line)}`;
