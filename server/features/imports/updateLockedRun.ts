import type { Db } from "#server/platform/db/database.ts";
import { updateRun } from "./importRuns.queries.ts";
import type { StoredRun } from "./storedRun.ts";

/** Updates a run that the transaction has locked, and returns the new run. */
export async function updateLockedRun(
  db: Db,
  companyId: number,
  run: StoredRun,
  changes: Partial<
    Pick<
      StoredRun,
      | "state"
      | "bytes"
      | "layout"
      | "mapping"
      | "names"
      | "progress"
      | "counts"
      | "preview"
      | "problem"
      | "recordBytes"
    >
  >,
): Promise<StoredRun> {
  const next = { ...run, ...changes };
  const updated = await db.first(updateRun, {
    companyId,
    importId: run.id,
    runState: next.state,
    bytes: next.bytes,
    layout: JSON.stringify(next.layout),
    mapping: JSON.stringify(next.mapping),
    names: JSON.stringify(next.names),
    progress: JSON.stringify(next.progress),
    counts: JSON.stringify(next.counts),
    preview: JSON.stringify(next.preview),
    problem: next.problem,
    recordBytes: next.recordBytes,
  });
  if (!updated) throw new Error("The import was deleted while it was locked");
  return updated;
}
