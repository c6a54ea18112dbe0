import type { BoardCategory, categoriesApi } from "#contract/categories.ts";
import type { Page } from "#contract/endpoint.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { decodePosition, EMPTY_PAGE, isText, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listCategories } from "./categories.queries.ts";

const ORDER = "categories";

/** Returns one page of the company's categories, sorted by name. */
export async function listCategoriesPage({
  db,
  visibility,
  query: { limit, cursor },
}: Handled<typeof categoriesApi.list>): Promise<Page<BoardCategory>> {
  const afterName = cursor === undefined ? "" : decodePosition(ORDER, cursor, isText).key;
  if (!db || !visibility) return EMPTY_PAGE;
  const params = { ...visibility, afterName, rows: limit + 1 };
  const { categories, total } = await readCategories(db, params);
  return pageOf(categories, {
    limit,
    order: ORDER,
    total,
    positionOf: ({ id, sortName }) => ({ key: sortName, id }),
  });
}

/**
 * Returns all categories of the company. Their numbers of items include items on private boards.
 */
export async function listAllCategories(db: TenantDb): Promise<BoardCategory[]> {
  const all = { afterName: "", rows: Number.MAX_SAFE_INTEGER };
  const { companyId } = db;
  return (await readCategories(db, { companyId, canSeePrivate: true, ...all })).categories;
}

async function readCategories(
  db: TenantDb,
  params: Pick<Visibility, "companyId" | "canSeePrivate"> & { afterName: string; rows: number },
) {
  const rows = await db.all(listCategories, params);
  return { categories: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}
