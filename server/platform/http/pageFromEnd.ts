import type { Page } from "#contract/endpoint.ts";
import { decodePosition, pageOf } from "./keysetCursor.ts";

/**
 * Numbers of rows to read. The smallest number above the page's limit is used, because the
 * additional row shows whether there is a next page.
 */
const ROWS_READ = [21, 101];

interface AskedPage {
  /** Name of the list. A cursor is valid in one list only. */
  order: string;
  /** The id of the entity to which the list belongs. */
  ownerId: number;
  limit: number;
  cursor?: string | undefined;
}

/** A row with the list's total. If the list has no row, all columns except the total are null. */
export type RowWithTotal<Item extends object> = { total: number } & (
  | Item
  | Record<keyof Item, null>
);

/**
 * Reads one page of a list from its end, the highest id. The next page contains earlier items. The
 * items of each page are sorted by ascending id.
 * @param read returns up to `rows` rows with ids below `beforeId`, highest id first, and no row for
 * a list that the viewer may not see
 * @returns null for a list that the viewer may not see
 * @throws HttpError 400 for a cursor of another list
 */
export async function pageFromEnd<Item extends { id: number }>(
  { order, ownerId, limit, cursor }: AskedPage,
  read: (rows: number, beforeId: number) => Promise<RowWithTotal<Item>[]>,
): Promise<Page<Item> | null> {
  const owner = String(ownerId);
  const beforeId =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : decodePosition(order, cursor, (key) => key === owner).id;
  const rows = await read(ROWS_READ.find((size) => size > limit) ?? 101, beforeId);
  const [first] = rows;
  if (!first) return null;
  const page = pageOf(rows.filter(isItem), {
    limit,
    order,
    total: first.total,
    positionOf: ({ id }) => ({ key: owner, id }),
  });
  return { ...page, items: page.items.toReversed() };
}

function isItem<Item extends { id: number }>(
  row: RowWithTotal<Item>,
): row is { total: number } & Item {
  return row.id !== null;
}
