import { IMPORT_COLUMNS, IMPORT_FIELDS, NO_COLUMNS } from "#contract/importFields.ts";
import type { NamedTarget } from "./nameMatcher.ts";
import type { StoredLayout, StoredMapping } from "./storedRun.ts";

/** Returns a heading without its case, signs and remarks such as `(UTC)`. */
const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll("(s)", "s")
    .replaceAll(/\([^()]*\)/g, " ")
    .replaceAll(/e-mail/g, "email")
    .replaceAll(/[\s_#*:.-]+/g, " ")
    .trim();

/** Returns the names that a heading such as `Body / Details` stands for. */
const namesOf = (heading: string) => [heading, ...heading.split("/")].map(keyOf);

interface Proposal {
  layout: StoredLayout;
  /** The newest import of the same source whose run has finished; undefined if there is none. */
  last: { layout: StoredLayout; mapping: StoredMapping } | undefined;
  /** The company's boards and topics. */
  targets: readonly NamedTarget[];
}

/**
 * Proposes a column for each field: the column of the source's last import if the new file has a
 * column with that name, otherwise a column with a usual name. The board for rows without a board
 * and the targets of names are those of the last import. If the last import has no such board, the
 * company's first board is proposed.
 */
export function proposeMapping({ layout: { columns }, last, targets }: Proposal): StoredMapping {
  const names = columns.map(namesOf);
  const proposed: StoredMapping["columns"] = { ...NO_COLUMNS };
  const taken = new Set<number>();
  for (const field of IMPORT_FIELDS) {
    const lastColumn = last?.layout.columns[last.mapping.columns[field] ?? -1];
    const candidates = [
      ...(lastColumn === undefined ? [] : [lastColumn]),
      field,
      ...IMPORT_COLUMNS[field].usual,
    ];
    const column = candidates
      .map((name) =>
        names.findIndex((some, index) => some.includes(keyOf(name)) && !taken.has(index)),
      )
      .find((index) => index >= 0);
    if (column === undefined) continue;
    taken.add(column);
    proposed[field] = column;
  }
  return {
    columns: proposed,
    boardId: last?.mapping.boardId ?? targets.find(({ kind }) => kind === "board")?.id ?? null,
    names: last?.mapping.names ?? [],
  };
}
