import { IMPORT_NAME_LENGTH } from "#contract/importMapping.ts";
import type { ImportNameKind } from "#contract/importMapping.ts";
import { createNameMatcher } from "./nameMatcher.ts";
import type { SourceRecord } from "./sources/importRecord.ts";
import { readCsvItem } from "./sources/readCsvItem.ts";
import { excerptOf } from "./sources/recordChecks.ts";
import type { FoundName, StoredRun } from "./storedRun.ts";

/**
 * The maximum number of distinct names of each kind that are listed. A company may have this many
 * boards and topics by default.
 */
const NAMES_OF_KIND = 200;

/**
 * Returns the names that the dry run has found so far, together with those of the given records.
 */
export function withNames(
  { names, mapping }: Pick<StoredRun, "names" | "mapping">,
  records: readonly SourceRecord[],
): FoundName[] {
  const found = new Map(names.map((name) => [`${name.kind} ${name.name}`, { ...name }]));
  const kinds = new Map<string, number>();
  for (const { kind } of names) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const add = (kind: ImportNameKind, text: string | null) => {
    const name = text === null ? "" : excerptOf(text, IMPORT_NAME_LENGTH);
    if (name === "") return;
    const known = found.get(`${kind} ${name}`);
    if (known) {
      known.rows += 1;
      return;
    }
    const count = kinds.get(kind) ?? 0;
    if (count >= NAMES_OF_KIND) return;
    kinds.set(kind, count + 1);
    found.set(`${kind} ${name}`, { kind, name, rows: 1 });
  };
  const match = createNameMatcher({
    targets: [],
    chosen: mapping.names,
    privateNames: new Set(),
  });
  const hasStatus = (name: string) => match("status", name).target !== null;
  for (const record of records) {
    if (record.kind === "status_change") add("status", record.to);
    const item = itemOf(record, mapping, hasStatus);
    if (!item) continue;
    add("status", item.status);
    add("category", item.category);
    add("board", item.board);
    for (const tag of item.tags) add("topic", tag);
  }
  return [...found.values()];
}

function itemOf(
  record: SourceRecord,
  { columns }: StoredRun["mapping"],
  hasStatus: (name: string) => boolean,
) {
  if (record.kind === "item") return record;
  if (record.kind !== "row") return undefined;
  try {
    return readCsvItem(record.cells, columns, hasStatus);
  } catch {
    // The dry run skips the record and reports why.
    return undefined;
  }
}
