import type { BodyOf } from "#contract/api.ts";
import { useState } from "react";
import type { ImportField } from "#contract/importFields.ts";
import { IMPORT_FIELDS } from "#contract/importFields.ts";
import type { DateOrder, ImportFieldColumns } from "#contract/importMapping.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { IMPORT_NAME_KINDS } from "#contract/importMapping.ts";

export type ImportName = ImportRun["names"][number];
type Changes = BodyOf<"PATCH /api/imports/:id">;

/**
 * A name in the file with its chosen target. If the target is null, records with this status,
 * category or board are skipped, and a tag with this name is ignored.
 */
export interface ChosenName extends Pick<ImportName, "kind" | "name"> {
  readonly target: string | null;
}

/** The admin's choices since the last check. */
interface Draft {
  readonly columns?: ImportFieldColumns;
  /** The number of columns that the file had when the admin assigned them. */
  readonly width?: number;
  readonly boardId?: number | null;
  readonly dateOrder?: DateOrder;
  readonly takesSettings?: boolean;
  readonly targets: Readonly<Record<string, string | null>>;
}

const keyOf = ({ kind, name }: Pick<ImportName, "kind" | "name">) => `${kind} ${name}`;

/** Returns the targets of a file's columns and names, including the admin's unsaved choices. */
export function useMapping(run: ImportRun) {
  const [{ columns: assigned, width, ...others }, setDraft] = useState<Draft>({ targets: {} });
  // With another separator, the file has other columns than those that were assigned.
  const draft: Draft =
    assigned && width === run.columns.length ? { ...others, columns: assigned } : others;
  const columns = draft.columns ?? run.mapping.columns;
  const boardId = draft.boardId === undefined ? run.mapping.boardId : draft.boardId;
  const takesSettings = draft.takesSettings ?? run.settings?.isChosen ?? false;
  const setColumn = (column: number, field: ImportField | null) => {
    const without = (other: ImportField) => (columns[other] === column ? null : columns[other]);
    const rest = Object.fromEntries(IMPORT_FIELDS.map((other) => [other, without(other)]));
    const next = { ...rest, ...(field && { [field]: column }) } as ImportFieldColumns;
    setDraft((last) => ({ ...last, columns: next, width: run.columns.length }));
  };
  const choose = (chosen: readonly ChosenName[]) =>
    setDraft((last) => ({
      ...last,
      targets: {
        ...last.targets,
        ...Object.fromEntries(chosen.map((name) => [keyOf(name), name.target])),
      },
    }));
  return {
    columns,
    boardId,
    /** The order of day and month; undefined if no date of the file needs it. */
    dateOrder: draft.dateOrder ?? run.dateOrder,
    takesSettings,
    /** The names in the file, grouped by kind, with the admin's unsaved choices. */
    names: IMPORT_NAME_KINDS.flatMap((kind) => run.names.filter((name) => name.kind === kind)).map(
      (name) => withChoice(name, draft.targets[keyOf(name)]),
    ),
    changes: changesOf(run, draft),
    setColumn,
    setBoard: (id: number | null) => setDraft((last) => ({ ...last, boardId: id })),
    setDateOrder: (dateOrder: DateOrder) => setDraft((last) => ({ ...last, dateOrder })),
    setTakesSettings: (isChosen: boolean) =>
      setDraft((last) => ({ ...last, takesSettings: isChosen })),
    choose,
  };
}

export type Mapping = ReturnType<typeof useMapping>;

interface NameWithChoice extends ImportName {
  /** Whether the name matched nothing in the last check. */
  readonly wasUnknown: boolean;
}

function withChoice(name: ImportName, target: string | null | undefined): NameWithChoice {
  const wasUnknown = name.match === "unknown";
  return target === undefined
    ? { ...name, wasUnknown }
    : { ...name, wasUnknown, target, match: "chosen" };
}

/** Returns the choices that differ from the stored mapping; null if no choice differs. */
function changesOf(
  { mapping, names, settings, dateOrder: stored }: ImportRun,
  draft: Draft,
): Changes | null {
  const chosen = names
    .map((name) => ({ name, choice: withChoice(name, draft.targets[keyOf(name)]) }))
    .filter(({ name, choice }) => choice.match !== name.match || choice.target !== name.target)
    .map(({ choice: { kind, name, target } }) => ({ kind, name, target }));
  const { columns, boardId, dateOrder, takesSettings } = draft;
  const hasColumns =
    columns && IMPORT_FIELDS.some((field) => columns[field] !== mapping.columns[field]);
  const hasBoard = boardId !== undefined && boardId !== mapping.boardId;
  const hasOrder = dateOrder !== undefined && dateOrder !== stored;
  const hasSettings = takesSettings !== undefined && takesSettings !== settings?.isChosen;
  if (chosen.length === 0 && !hasColumns && !hasBoard && !hasOrder && !hasSettings) return null;
  return {
    ...(hasColumns && { columns }),
    ...(hasBoard && { boardId }),
    ...(hasOrder && { dateOrder }),
    ...(hasSettings && { takesSettings }),
    ...(chosen.length > 0 && { names: chosen }),
  };
}
