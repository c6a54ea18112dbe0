import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { ImportNameKind } from "#contract/imports.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { ImportedFields, ImportItem, PlannedRecord, SourceRow } from "./importRecord.ts";
import { changedFields } from "./importedFields.ts";
import type { ImportedItem, PlannedRow } from "./importRows.queries.ts";
import { listEarlierKeys, listImportedItems } from "./importRows.queries.ts";
import { plannedPerson } from "./importedPeople.ts";
import type { NameMatch } from "./nameMatcher.ts";
import type { ImportSource } from "#contract/imports.ts";

interface PlanContext {
  importId: number;
  source: ImportSource;
  /** The board of rows without a board; null if the company no longer has it. */
  boardId: number | null;
  match: (kind: ImportNameKind, name: string) => NameMatch;
}

/** Finds out what becomes of rows. Rows of the same import are planned in the order of the file. */
export async function planRows(
  db: TenantDb,
  rows: readonly SourceRow[],
  context: PlanContext,
): Promise<PlannedRow[]> {
  const { companyId } = db;
  const { importId, source } = context;
  const keys = [...new Set(rows.flatMap((row) => ("item" in row ? [row.item.key] : [])))];
  const earlier = await db.all(listEarlierKeys, { companyId, importId, keys });
  const imported = await db.all(listImportedItems, { companyId, source, keys });
  const lines = new Map(earlier.map(({ key, line }) => [key, line]));
  const items = new Map(imported.map((item) => [item.key, item]));
  return rows.map((row) => {
    const planned = planRow(row, { ...context, companyId, lines, items });
    if (planned.key !== null && planned.fate !== "skipped") lines.set(planned.key, planned.line);
    return planned;
  });
}

interface RowContext extends PlanContext {
  companyId: number;
  /** The lines of planned rows by their keys. */
  lines: ReadonlyMap<string, number>;
  items: ReadonlyMap<string, ImportedItem>;
}

function planRow(row: SourceRow, context: RowContext): PlannedRow {
  const { line, title } = row;
  const key = "item" in row ? row.item.key : null;
  const skipped = (reason: string): PlannedRow => {
    return { line, key, title, fate: "skipped", reason, record: null };
  };
  if ("problem" in row) return skipped(row.problem);
  const { item } = row;
  const duplicate = context.lines.get(item.key);
  if (duplicate !== undefined) return skipped(`The same item as in line ${String(duplicate)}`);
  const fields = fieldsOf(item, context);
  if (typeof fields === "string") return skipped(fields);
  const found = context.items.get(item.key);
  if (found?.current === null) return skipped("The item was deleted here after an earlier import");
  const isChanged = found?.current && changedFields(fields, found.record, found.current);
  const fate = !found ? "new" : isChanged ? "changed" : "same";
  const author = item.author && plannedPerson(item.author, context.companyId);
  const record: PlannedRecord = { fields, author, createdAt: item.createdAt };
  return {
    line,
    key: item.key,
    title,
    fate,
    reason: null,
    record: fate === "same" ? null : record,
  };
}

/** Returns the values of the item, or why the row is skipped. */
function fieldsOf(item: ImportItem, { match, boardId }: RowContext): ImportedFields | string {
  const unmatched: string[] = [];
  const targetOf = (kind: ImportNameKind, name: string | null, otherwise: string | null) => {
    if (name === null) return otherwise;
    const found = match(kind, name);
    if (found.target === null) {
      const what = found.match === "chosen" ? "is left out" : "is not known here";
      unmatched.push(`The ${kind} "${name}" ${what}`);
    }
    return found.target;
  };
  const status = targetOf("status", item.status, "new");
  const category = targetOf("category", item.category, "feature");
  const board = targetOf("board", item.board, boardId === null ? null : String(boardId));
  if (unmatched[0] !== undefined) return unmatched[0];
  if (board === null) return "The row has no board";
  const topic = item.tags
    .map((tag) => match("topic", tag).target)
    .find((target) => target !== null);
  return {
    title: item.title,
    description: item.content,
    status: status as FeedbackStatus,
    category: category as FeedbackCategory,
    boardId: Number(board),
    boardCategoryId: topic === undefined ? null : Number(topic),
    unnamedVotes: item.unnamedVotes,
  };
}
