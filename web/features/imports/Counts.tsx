import type { ImportRun } from "#contract/imports.ts";
import { fatesLabel, KIND_LABELS, peopleLabel } from "./importLabels.ts";

interface CountsProps {
  /** Accessible name of the list. */
  label: string;
  run: ImportRun;
}

/**
 * Shows for each kind of record how many records are new, changed, unchanged or skipped, and how
 * many people the records name.
 */
export function Counts({ label, run: { counts, people } }: CountsProps) {
  if (counts.length === 0) return <p>The file contains no records.</p>;
  return (
    <dl aria-label={label} className="divide-y rounded-xl border">
      {counts.map(({ kind, ...fates }) => (
        <Count key={kind} term={KIND_LABELS[kind]} count={fatesLabel(fates)} />
      ))}
      {people && people.total > 0 ? <Count term="People" count={peopleLabel(people)} /> : null}
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
