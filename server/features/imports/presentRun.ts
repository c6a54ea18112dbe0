import type { ImportRun } from "#contract/imports.ts";
import type { NamedTarget } from "./nameMatcher.ts";
import { createNameMatcher } from "./nameMatcher.ts";
import type { StoredRun } from "./storedRun.ts";

/** Returns a run as its company's admins see it. */
export function presentRun(run: StoredRun, targets: readonly NamedTarget[]): ImportRun {
  const match = createNameMatcher(targets, run.mapping.names);
  const isAtWork = ["checking", "running", "undoing"].includes(run.state);
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
    rows: run.counts,
    problem,
    createdAt,
    finishedAt,
    undoableUntil,
  };
}
