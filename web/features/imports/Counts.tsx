import type { ImportCounts } from "#contract/imports.ts";
import { fatesLabel, KIND_LABELS } from "./importLabels.ts";

interface CountsProps {
  /** Accessible name of the list. */
  label: string;
  counts: readonly ImportCounts[];
}

/** Shows for each kind of record how many records are new, changed, unchanged or skipped. */
export function Counts({ label, counts }: CountsProps) {
  if (counts.length === 0) return <p>The file contains no records.</p>;
  return (
    <dl aria-label={label} className="divide-y rounded-xl border">
      {counts.map(({ kind, ...fates }) => (
        <div key={kind} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
          <dt>{KIND_LABELS[kind]}</dt>
          <dd className="font-medium tabular-nums">{fatesLabel(fates)}</dd>
        </div>
      ))}
    </dl>
  );
}
