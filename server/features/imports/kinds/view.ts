import { isDeepStrictEqual } from "node:util";
import { quotaMessage } from "#contract/quotas.ts";
import { VIEW_TAKEN } from "#contract/savedViews.ts";
import { quotaCounts } from "#server/features/companies/quotas.queries.ts";
import { findAdmins } from "#server/features/imports/findAdmins.ts";
import type { StoredFilters } from "#server/features/imports/importedViews.queries.ts";
import {
  deleteUnchangedViews,
  insertViews,
  listViewsNamed,
} from "#server/features/imports/importedViews.queries.ts";
import { rememberViews } from "#server/features/imports/importRecords.queries.ts";
import type { ViewRecord } from "#server/features/imports/sources/importRecord.ts";
import {
  optionalDate,
  OptionalFields,
  optionalName,
  RecordProblem,
  requireAddress,
  requireLine,
} from "#server/features/imports/sources/recordChecks.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { PlanContext, RecordKind, WritableRecord } from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

const MAX_NAME = 60;

/** What a run writes of a saved view. Views belong to the company and not to a person. */
interface PlannedView {
  name: string;
  stored: StoredFilters;
  createdAt: string | null;
  person: null;
}

/** A view whose board, topic and assignee have not been looked up. */
interface CheckedView extends Omit<PlannedView, "stored"> {
  filters: ViewRecord["filters"];
  board: string | null;
  topic: string | null;
  assignee: string | null;
}

export const view: RecordKind<PlannedView, CheckedView> = {
  order: "position",

  check(record) {
    if (record.kind !== "view") throw new RecordProblem("This is no saved view");
    const name = requireLine(record.name, "The name", MAX_NAME);
    const { filters, assignee } = record;
    const optional = new OptionalFields();
    const data: CheckedView = {
      name,
      filters,
      board: optionalName(record.board, "board"),
      topic: optionalName(record.topic, "topic"),
      assignee: assignee && requireAddress(assignee, "the assignee"),
      createdAt: optional.read("date", () => optionalDate(record.createdAt)),
      person: null,
    };
    return { key: name.toLowerCase(), title: name, data, leftOut: optional.leftOut };
  },

  async plan(db, records, context) {
    const { companyId, viewQuota } = context;
    const viewNames = records.map(({ data }) => data.name);
    const named = await db.all(listViewsNamed, { companyId, viewNames });
    const existing = new Map(named.map(({ name, ...stored }) => [name, stored]));
    const admins = await findAdmins(
      db,
      records.map(({ data }) => data.assignee),
    );
    let room = await findRoom(db, context);
    return records.map(({ data }) => {
      const stored = storedFilters(data, { ...context, admins });
      if (typeof stored === "string") return skipped(stored);
      const found = existing.get(data.name);
      if (found) return isDeepStrictEqual(found, stored) ? same : skipped(VIEW_TAKEN);
      if (room <= 0) return skipped(quotaMessage("views", viewQuota));
      room -= 1;
      const { name, createdAt, person } = data;
      return created({ name, stored, createdAt, person });
    });
  },

  async write(db, records, { importId }) {
    const { companyId } = db;
    const inserted = await db.all(insertViews, { companyId, newViews: rowsOf(records) });
    const ids = new Map(inserted.map(({ name, id }) => [name, id]));
    const written = records.flatMap(({ position, record }) => {
      const id = ids.get(record.name);
      return id === undefined ? [] : [{ position, id }];
    });
    const writtenViews = JSON.stringify(written);
    await db.all(rememberViews, { companyId, importId, writtenViews });
    return written.map(({ position }) => position);
  },

  async takeBack(db, records) {
    const { companyId } = db;
    await db.all(deleteUnchangedViews, { companyId, importedViews: rowsOf(records) });
  },
};

/**
 * Returns how many views the company's quota still allows after the views that are already planned.
 */
async function findRoom(
  db: TenantDb,
  { companyId, viewQuota: quota, plannedAsNew }: PlanContext,
): Promise<number> {
  const existing = await db.first(quotaCounts.views, { companyId, quota });
  return quota - (existing?.count ?? 0) - plannedAsNew;
}

/**
 * Returns the filters with the company's ids, or why the view is skipped. A view is skipped if the
 * company lacks the target of one of its filters, because the view would list other items without
 * this filter.
 */
function storedFilters(
  { filters, board, topic, assignee }: CheckedView,
  { match, admins }: PlanContext & { admins: ReadonlyMap<string, number> },
): StoredFilters | string {
  const boardId = board === null ? null : match("board", board).target;
  if (board !== null && boardId === null) return `The board "${board}" is not known here`;
  const topicId = topic === null ? null : match("topic", topic).target;
  if (topic !== null && topicId === null) return `The topic "${topic}" is not known here`;
  const assigneeId = assignee === null ? null : (admins.get(usernameKey(assignee)) ?? null);
  if (assignee !== null && assigneeId === null) return `${assignee} is no admin here`;
  return {
    filters,
    boardId: boardId === null ? null : Number(boardId),
    boardCategoryId: topicId === null ? null : Number(topicId),
    assigneeId,
  };
}

/** Returns views as JSON text for the statements. */
function rowsOf(records: readonly WritableRecord<PlannedView>[]): string {
  const rows = records.map(({ position, entryId, record: { name, stored, createdAt } }) => ({
    position,
    id: entryId,
    name,
    filters: stored.filters,
    board_id: stored.boardId,
    board_category_id: stored.boardCategoryId,
    assignee_id: stored.assigneeId,
    created_at: createdAt,
  }));
  return JSON.stringify(rows);
}
