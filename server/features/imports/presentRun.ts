import type { ImportRun } from "#contract/imports.ts";
import type { StoredRecord } from "./importRecords.queries.ts";
import type { NamedTarget } from "./nameMatcher.ts";
import { createNameMatcher } from "./nameMatcher.ts";
import type { StoredRun } from "./storedRun.ts";

/**
 * Returns a run in the form that the company's admins receive.
 * @param targets the company's boards and topics
 * @param skipped the first skipped records of the run
 */
export function presentRun(
  run: StoredRun,
  targets: readonly NamedTarget[],
  skipped: readonly StoredRecord[],
): ImportRun {
  const match = createNameMatcher(targets, run.mapping.names);
  const isAtWork = ["reading", "checking", "running", "undoing"].includes(run.state);
  const { done, total } = run.progress;
  const { id, source, fileName, state, problem, createdAt, finishedAt, undoableUntil } = run;
  return {
    id,
    source,
    fileName,
    state,
    columns: run.layout.columns.map((name, column) => ({
      name,
      samples: run.layout.samples[column] ?? [],
    })),
    mapping: { columns: run.mapping.columns, boardId: run.mapping.boardId },
    names: run.names.map((found) => ({ ...found, ...match(found.kind, found.name) })),
    progress: isAtWork ? { done, total } : null,
    counts: run.counts,
    skipped: skipped.map(({ kind, file, line, fate, title, reason }) => {
      return { kind, file, line, fate, title, reason };
    }),
    problem,
    createdAt,
    finishedAt,
    undoableUntil,
  };
}
