import { use } from "react";
import type { ImportExample, ImportRun } from "#contract/importRun.ts";
import { IMPORT_UNDO_DAYS } from "#contract/importFormats.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate, parseTime } from "#web/ui/RelativeTime.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { NowContext } from "#web/ui/NowContext.tsx";
import {
  fatesLabel,
  KIND_LABELS,
  importedPeopleLabel,
  RECORD_LABELS,
  totalOf,
  writtenLabel,
} from "./importLabels.ts";
import { Download } from "#web/ui/adminIcons.ts";
import { CircleAlert } from "#web/ui/icons.ts";

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

interface CountsProps {
  /** Accessible name of the list. */
  label: string;
  run: ImportRun;
}

/**
 * Shows for each kind of record how many records are new, changed, unchanged or skipped, and how
 * many people the records name.
 */
function Counts({ label, run: { counts, people } }: CountsProps) {
  if (counts.length === 0) return <p>The file contains no records.</p>;
  return (
    <dl aria-label={label} className="divide-y rounded-xl border">
      {counts.map(({ kind, ...fates }) => (
        <Count key={kind} term={KIND_LABELS[kind]} count={fatesLabel(fates)} />
      ))}
      {people && people.total > 0 ? (
        <Count term="People" count={importedPeopleLabel(people)} />
      ) : null}
    </dl>
  );
}

function Count({ term, count }: { term: string; count: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
      <dt>{term}</dt>
      <dd className="font-medium tabular-nums">{count}</dd>
    </div>
  );
}

/** Lists the first new and changed records. Renders nothing if the import would write nothing. */
function WrittenRecords({ run: { counts, examples } }: { run: ImportRun }) {
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

/** Lists the first skipped records with their reasons. Renders nothing if no record is skipped. */
function SkippedRecords({ run: { counts, skipped } }: { run: ImportRun }) {
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
function RecordExamples({ id, title, records, isPart, detailOf }: RecordExamplesProps) {
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

const STORED_MS = IMPORT_UNDO_DAYS * 24 * 60 * 60 * 1000;

/**
 * A link to the report with the outcome of each record. Renders nothing if the import has failed or
 * has written nothing, or if the server no longer stores the report.
 */
export function ReportLink({ run: { id, state, counts, finishedAt } }: { run: ImportRun }) {
  const now = use(NowContext) ?? 0;
  const finished = parseTime(finishedAt);
  const written = totalOf(counts);
  const wroteNothing = state === "done" && written.new + written.changed === 0;
  const isExpired = finished !== null && finished + STORED_MS < now;
  if (state === "failed" || wroteNothing || isExpired) return null;
  return (
    <Button asChild variant="ghost">
      <a href={addressOf("/api/imports/:id/report.csv", { params: { id: String(id) } })} download>
        <Download aria-hidden="true" />
        Download report
      </a>
    </Button>
  );
}
