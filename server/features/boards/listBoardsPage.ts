import type { Board, boardsApi } from "#contract/boards.ts";
import type { Page } from "#contract/endpoint.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { decodePosition, EMPTY_PAGE, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { BoardPosition } from "./boards.queries.ts";
import { listBoards } from "./boards.queries.ts";

const ORDER = "boards";
const START: BoardPosition = { afterId: 0, place: 0 };

const isPlace = (key: string) => /^\d{1,9}$/.test(key);

/** Returns one page of the boards that the viewer can see, in the company's order. */
export async function listBoardsPage({
  db,
  visibility,
  query: { limit, cursor },
}: Handled<typeof boardsApi.list>): Promise<Page<Board>> {
  const from = cursor === undefined ? START : decodeCursor(cursor);
  if (!db || !visibility) return EMPTY_PAGE;
  const { boards, total } = await readBoards(db, { ...visibility, ...from, rows: limit + 1 });
  return pageOf(boards, {
    limit,
    order: ORDER,
    total,
    positionOf: ({ id, place }) => ({ key: String(place), id }),
  });
}

/** Returns all boards of the company, including private boards. */
export async function listAllBoards(db: TenantDb): Promise<Board[]> {
  const all = { ...START, rows: Number.MAX_SAFE_INTEGER };
  const { companyId } = db;
  return (await readBoards(db, { companyId, canSeePrivate: true, ...all })).boards;
}

function decodeCursor(cursor: string): BoardPosition {
  const { key, id } = decodePosition(ORDER, cursor, isPlace);
  return { afterId: id, place: Number(key) };
}

async function readBoards(
  db: TenantDb,
  params: Pick<Visibility, "companyId" | "canSeePrivate"> & BoardPosition & { rows: number },
) {
  const rows = await db.all(listBoards, params);
  return { boards: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}
