import type { ImportRun } from "#contract/importRun.ts";
import type { StoredRecord } from "./importRecords.queries.ts";
import type { NamedTarget } from "./nameMatcher.ts";
import { createNameMatcher } from "./nameMatcher.ts";
import type { OfferedCompany } from "./sources/offeredCompany.ts";
import { privateNames } from "./sources/offeredCompany.ts";
import type { FoundName, StoredMapping, StoredRun } from "./storedRun.ts";
import { dateOrderOf } from "./storedRun.ts";
import { exampleOf } from "./withExamples.ts";

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
  const { company } = run.layout;
  const match = createNameMatcher({
    targets,
    chosen: run.mapping.names,
    privateNames: privateNames(company),
  });
  const withMatch = (found: PresentedName) => ({ ...found, ...match(found.kind, found.name) });
  const dateOrder = dateOrderOf(run);
  const isAtWork = ["reading", "checking", "running", "undoing"].includes(run.state);
  const { done, total } = run.progress;
  const { id, source, fileName, state, preview, problem, createdAt, finishedAt, undoableUntil } =
    run;
  return {
    id,
    source,
    fileName,
    state,
    columns: run.layout.columns.map((name, column) => ({
      name,
      samples: run.layout.samples[column] ?? [],
    })),
    ...(run.layout.encoding &&
      run.layout.delimiter && {
        table: { encoding: run.layout.encoding, delimiter: run.layout.delimiter },
      }),
    mapping: { columns: run.mapping.columns, boardId: run.mapping.boardId },
    ...(dateOrder && { dateOrder }),
    names: namesOf(run).map(withMatch),
    ...(company?.settings && { settings: settingsOf(run.mapping, company) }),
    progress: isAtWork ? { done, total } : null,
    counts: run.counts,
    people: preview.people,
    examples: preview.examples,
    skipped: skipped.map(exampleOf),
    problem,
    createdAt,
    finishedAt,
    undoableUntil,
  };
}

type PresentedName = FoundName & Pick<ImportRun["names"][number], "board">;

/**
 * Returns all names that the dry run has found. For an export of Hearback or an account of Canny,
 * also returns the names of boards and topics without items.
 */
function namesOf({ layout, names }: StoredRun): PresentedName[] {
  const { boards = [], topics = [] } = layout.company ?? {};
  const rowsOf = (kind: FoundName["kind"], name: string) =>
    names.find((found) => found.kind === kind && found.name === name)?.rows ?? 0;
  const offered: PresentedName[] = [
    ...boards.map(({ name, board }) => {
      return { kind: "board" as const, name, rows: rowsOf("board", name), board };
    }),
    ...topics.map((name) => ({ kind: "topic" as const, name, rows: rowsOf("topic", name) })),
  ];
  const keyOf = ({ kind, name }: FoundName) => `${kind} ${name}`;
  const listed = new Set(offered.map(keyOf));
  const others = names.filter((found) => !listed.has(keyOf(found)));
  return [...offered, ...others];
}

function settingsOf(
  { takesSettings = false }: StoredMapping,
  { settings, logoType, logoProblem }: OfferedCompany,
): ImportRun["settings"] {
  if (!settings) return undefined;
  const companyName = settings.profile.name;
  return { companyName, hasLogo: logoType !== null, logoProblem, isChosen: takesSettings };
}
