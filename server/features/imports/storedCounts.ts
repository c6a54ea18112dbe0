import type { ImportFate, ImportKind } from "#contract/importRun.ts";
import { IMPORT_KINDS } from "#contract/importRun.ts";
import type { StoredCounts } from "./storedRun.ts";

/** The kind and the fate by which a record is counted. */
interface Counted {
  kind: ImportKind;
  fate: ImportFate;
}

/** Returns the counts after adding some records and removing others. */
export function withCounted(
  counts: StoredCounts,
  added: readonly Counted[],
  removed: readonly Counted[] = [],
): StoredCounts {
  const byKind = new Map(counts.map((count) => [count.kind, { ...count }]));
  const change = ({ kind, fate }: Counted, by: number) => {
    const count = byKind.get(kind) ?? { kind, new: 0, changed: 0, same: 0, skipped: 0 };
    count[fate] += by;
    byKind.set(kind, count);
  };
  for (const record of added) change(record, 1);
  for (const record of removed) change(record, -1);
  return IMPORT_KINDS.flatMap((kind) => byKind.get(kind) ?? []);
}

/** Returns the number of records that have one of the fates. */
export function sumOf(counts: StoredCounts, fates: readonly ImportFate[]): number {
  return counts.reduce(
    (sum, count) => sum + fates.reduce((part, fate) => part + count[fate], 0),
    0,
  );
}
