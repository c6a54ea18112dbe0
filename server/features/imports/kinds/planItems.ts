import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { ImportNameKind } from "#contract/importMapping.ts";
import { IMPORT_NAME_LENGTH } from "#contract/importMapping.ts";
import { findAdmins } from "#server/features/imports/findAdmins.ts";
import { importedChanges } from "#server/features/imports/importedFields.ts";
import type { ImportedItem } from "#server/features/imports/importedItems.queries.ts";
import { listImportedItems } from "#server/features/imports/importedItems.queries.ts";
import type {
  StoredClosing,
  ExportedItemFields,
  ImportedFields,
  SourceRecord,
} from "#server/features/imports/sources/importRecord.ts";
import { readCsvItem } from "#server/features/imports/sources/readCsvItem.ts";
import { requireCount } from "#server/features/imports/sources/readCount.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import {
  excerptOf,
  optionalDate,
  OptionalFields,
  optionalName,
  optionalPerson,
  checkOptionalText,
  RecordProblem,
  requireAddress,
  requireKey,
  requireLine,
} from "#server/features/imports/sources/recordChecks.ts";
import { storedForm } from "#server/features/imports/sources/storedForm.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { CheckedRecord, Plan, PlanContext } from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 10_000;
const MAX_CLOSE_NOTE = 1_000;
const MAX_TAGS = 20;
/** The maximum length in characters of a path that `findNewAddress` looks up. */
const MAX_OLD_PATH = 304;

/** The data from which a run creates an item or changes an item's fields. */
export interface PlannedItem {
  fields: Omit<ImportedFields, "closed" | "hasVoters">;
  person: PlannedPerson | null;
  createdAt: string | null;
  closed: StoredClosing | null;
  hasVoters: boolean;
  oldPath: string | null;
  /** The data that only an export of Hearback and, for private boards, Canny have for an item. */
  exported?: ExportedItemFields | undefined;
  /** The admin to whom the item is assigned. */
  assigneeId: number | null;
}

/** Returns the values with which later imports compare the item. */
export const valuesOf = ({ fields, closed, hasVoters }: PlannedItem): ImportedFields => ({
  ...fields,
  closed,
  hasVoters,
});

/** Whether the path of an item in the other product was unknown until now. */
export const isPathNew = ({ oldPath }: PlannedItem, found: Pick<ImportedItem, "oldPath">) =>
  oldPath !== null && found.oldPath === null;

/**
 * An item that has passed the checks. Its board, status, category and tags are still names of the
 * file.
 */
export interface CheckedItem extends Omit<PlannedItem, "fields" | "assigneeId"> {
  title: string;
  description: string;
  descriptionMarkdown: string | null;
  status: string | null;
  category: string | null;
  board: string | null;
  tags: string[];
  /** Null if the number cannot be read. */
  unnamedVotes: number | null;
}

/** @throws RecordProblem for an item that cannot be imported */
export function checkItem(
  record: SourceRecord,
  { columns, companyId, match, dateOrder }: PlanContext,
): CheckedRecord<CheckedItem> {
  const hasStatus = (name: string) => match("status", name).target !== null;
  const found = record.kind === "row" ? readCsvItem(record.cells, columns, hasStatus) : record;
  if (found.kind !== "item") throw new RecordProblem("This is no item");
  const title = requireLine(found.title, "The title", MAX_TITLE);
  const { closed, oldPath, unnamedVotes, exported } = found;
  const optional = new OptionalFields(found.leftOut);
  const description = storedForm(
    checkOptionalText(found.content, "The description", MAX_DESCRIPTION),
    found.contentFormat,
  );
  const note = storedForm(
    checkOptionalText(closed?.note ?? null, "The note", MAX_CLOSE_NOTE),
    closed?.noteFormat,
  );
  const data: CheckedItem = {
    title,
    description: description.text ?? title,
    descriptionMarkdown: description.markdown,
    status: optionalName(found.status, "status"),
    category: optionalName(found.category, "category"),
    board: optionalName(found.board, "board"),
    tags: found.tags
      .map((tag) => excerptOf(tag, IMPORT_NAME_LENGTH))
      .filter(Boolean)
      .slice(0, MAX_TAGS),
    unnamedVotes:
      unnamedVotes === null
        ? null
        : optional.read("number of votes", () => requireCount(unnamedVotes)),
    person: optional.read("author", () => optionalPerson(found.author, companyId)),
    createdAt: optional.read("date", () => optionalDate(found.createdAt, dateOrder)),
    closed: closed && {
      reason: closed.reason,
      note: note.text,
      noteMarkdown: note.markdown,
      at: optional.read("date of closing", () => optionalDate(closed.at)),
    },
    hasVoters: record.kind !== "row",
    oldPath: oldPath && excerptOf(oldPath, MAX_OLD_PATH),
    exported: exported && {
      isPrivate: exported.isPrivate,
      isPending: exported.isPending,
      isAuthorDeleted: exported.isAuthorDeleted,
      isAnswered: exported.isAnswered,
      assignee: optional.read(
        "assignee",
        () => exported.assignee && requireAddress(exported.assignee, "the assignee"),
      ),
    },
  };
  return { key: requireKey(found.key), title, data, leftOut: optional.leftOut };
}

/** Decides whether each item is new, changed, unchanged or skipped. */
export async function planItems(
  db: TenantDb,
  records: readonly CheckedRecord<CheckedItem>[],
  context: PlanContext,
): Promise<Plan<PlannedItem>[]> {
  const { companyId, source } = context;
  const keys = records.map(({ key }) => key);
  const imported = await db.all(listImportedItems, { companyId, source, keys });
  const items = new Map(imported.map((found) => [found.key, found]));
  const admins = await findAdmins(
    db,
    records.map(({ data }) => data.exported?.assignee),
  );
  return records.map((record) => planItem(record, items.get(record.key), { ...context, admins }));
}

function planItem(
  { data }: CheckedRecord<CheckedItem>,
  found: ImportedItem | undefined,
  context: PlanContext & { admins: ReadonlyMap<string, number> },
): Plan<PlannedItem> {
  const fields = fieldsOf(data, found?.record, context);
  if (typeof fields === "string") return skipped(fields);
  const { person, createdAt, closed, hasVoters, oldPath, exported } = data;
  const assignee = exported?.assignee ?? null;
  const assigneeId = assignee === null ? null : (context.admins.get(usernameKey(assignee)) ?? null);
  const rest = { person, createdAt, closed, hasVoters, oldPath, exported, assigneeId };
  const planned = withKnown({ fields, ...rest }, found);
  if (!found && assignee !== null && assigneeId === null)
    return { ...created(planned), reason: `Nobody is assigned: ${assignee} is no admin here` };
  if (!found) return created(planned);
  if (!found.current) return skipped("The item was deleted here after an earlier import");
  const isChanged = importedChanges(valuesOf(planned), found.record, found.current) !== undefined;
  if (!isChanged && !isPathNew(planned, found)) return same;
  return { fate: "changed", reason: null, data: planned };
}

/**
 * Returns the item with what earlier imports know better. The row of a CSV file contains neither
 * the answer to a closed item nor the voters. If an import has brought the voters, the row's number
 * of votes would count them twice.
 */
function withKnown(planned: PlannedItem, found: ImportedItem | undefined): PlannedItem {
  if (planned.hasVoters || !found) return planned;
  const { record, isFromRow } = found;
  const hasVoters = record.hasVoters ?? !isFromRow;
  const { unnamedVotes } = hasVoters ? record : planned.fields;
  const closed = planned.closed && (record.closed ?? planned.closed);
  return { ...planned, fields: { ...planned.fields, unnamedVotes }, closed, hasVoters };
}

/**
 * Returns the values of the item, or why it is skipped.
 * @param last the values of the last import. The closing of an item does not change the status, and
 * votes that cannot be read do not change their number.
 */
function fieldsOf(
  data: CheckedItem,
  last: ImportedFields | undefined,
  { match, boardId }: PlanContext,
): PlannedItem["fields"] | string {
  const unmatched: string[] = [];
  const targetOf = (kind: ImportNameKind, name: string | null, otherwise: string | null) => {
    if (name === null) return otherwise;
    const found = match(kind, name);
    if (found.target === null) {
      const isPrivate = kind === "board" && data.exported?.isPrivate;
      const unknown = isPrivate
        ? "is private, and stands for no private board"
        : "is not known here";
      const what = found.match === "chosen" ? "is left out" : unknown;
      unmatched.push(`The ${kind} "${name}" ${what}`);
    }
    return found.target;
  };
  const status = targetOf("status", data.status, data.closed ? (last?.status ?? "new") : "new");
  const category = targetOf("category", data.category, "feature");
  const board = targetOf("board", data.board, boardId === null ? null : String(boardId));
  if (unmatched[0] !== undefined) return unmatched[0];
  if (board === null) return "The item has no board";
  const topic = data.tags
    .map((tag) => match("topic", tag).target)
    .find((target) => target !== null);
  return {
    title: data.title,
    description: data.description,
    descriptionMarkdown: data.descriptionMarkdown,
    status: status as FeedbackStatus,
    category: category as FeedbackCategory,
    boardId: Number(board),
    boardCategoryId: topic === undefined ? null : Number(topic),
    unnamedVotes: data.unnamedVotes ?? last?.unnamedVotes ?? 0,
  };
}
