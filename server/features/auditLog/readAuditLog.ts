import type { AuditEntry } from "#contract/auditLog.ts";
import type { Page } from "#contract/endpoint.ts";
import type { Db } from "#server/platform/db/database.ts";
import {
  decodePosition,
  encodePosition,
  isTimestamp,
  rowsOfPage,
  substringPattern,
} from "#server/platform/http/keysetCursor.ts";
import type { AuditRow } from "./auditLog.queries.ts";
import { countAuditEntries, listAuditEntries } from "./auditLog.queries.ts";

const ORDER = "audit";

/** The filters of an audit log query. */
export interface AuditFilter {
  companyId?: number;
  search?: string;
  action?: string;
  from?: string;
  to?: string;
}

function shapeOf(filter: AuditFilter) {
  return {
    ofCompany: filter.companyId !== undefined,
    bySearch: filter.search !== undefined,
    byAction: Boolean(filter.action),
    from: Boolean(filter.from),
    to: Boolean(filter.to),
  };
}

function paramsOf(filter: AuditFilter) {
  return {
    ...filter,
    pattern: filter.search === undefined ? undefined : substringPattern(filter.search),
  };
}

function present({ kind, entryId, ...row }: AuditRow): AuditEntry {
  return { ...row, id: `${kind}${String(entryId)}` };
}

const isKey = (key: string) => /^[cs]/.test(key) && isTimestamp(key.slice(1));

/**
 * Decodes a cursor. The cursor contains the kind of the entry, because two tables are merged into
 * one list.
 */
function decode(cursor: string): { key: string; kind: string; id: number } {
  const { key, id } = decodePosition(ORDER, cursor, isKey);
  return { key: key.slice(1), kind: key.slice(0, 1), id };
}

/**
 * Returns up to `limit` entries and the cursor of the next page.
 * @param take returns the rows that belong to the page, given up to `limit` + 1 rows
 */
async function readEntries(
  db: Db,
  { limit, cursor, ...filter }: AuditFilter & { limit: number; cursor?: string },
  take: (rows: readonly AuditRow[], limit: number) => AuditRow[],
): Promise<Omit<Page<AuditEntry>, "total">> {
  const position = cursor === undefined ? undefined : decode(cursor);
  const rows = await db.all(
    listAuditEntries({ ...shapeOf(filter), afterCursor: position !== undefined }),
    {
      ...paramsOf(filter),
      ...position,
      rows: limit + 1,
    },
  );
  const items = take(rows, limit);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  return {
    items: items.map(present),
    nextCursor: last
      ? encodePosition(ORDER, { key: `${last.kind}${last.createdAt}`, id: last.entryId })
      : null,
  };
}

export async function readAuditPage(
  db: Db,
  page: AuditFilter & { limit: number; cursor?: string },
): Promise<Page<AuditEntry>> {
  const [entries, counted] = await Promise.all([
    readEntries(db, page, rowsOfPage),
    db.first(countAuditEntries(shapeOf(page)), paramsOf(page)),
  ]);
  return { ...entries, total: counted?.total ?? 0 };
}

/**
 * Yields all entries that match the filter page by page, newest first. A page is read when the
 * consumer requests it.
 */
export async function* walkAuditLog(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  // The entries are streamed, so the size of a page in bytes needs no limit.
  const takeAll = (rows: readonly AuditRow[], limit: number) => rows.slice(0, limit);
  let cursor: string | undefined;
  do {
    const page = await readEntries(db, { ...filter, limit: 500, cursor }, takeAll);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
