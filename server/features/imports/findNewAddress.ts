import type { FastifyRequest } from "fastify";
import { findMergeItem } from "#server/features/merging/merging.queries.ts";
import { listItemsByOldPath } from "./importedItems.queries.ts";

/** Patterns of an item's path in Fider and in Canny. */
const OLD_PATHS = [/^(\/posts\/\d{1,15})(?:\/[^/]*)?$/, /^(\/[^/]{1,100}\/p\/[^/]{1,200})$/];

/**
 * Returns the path of the imported item that had the requested path in another product. Returns
 * null if no item that the viewer can see had this path (docs/product-decisions.md "Import and
 * export").
 */
export async function findNewAddress({
  url,
  requestContext: { db, visibility },
}: FastifyRequest): Promise<string | null> {
  const path = url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
  const [, oldPath] = OLD_PATHS.map((pattern) => pattern.exec(path)).find(Boolean) ?? [];
  if (oldPath === undefined || !db || !visibility) return null;
  const { companyId } = visibility;
  const imported = await db.first(listItemsByOldPath, { companyId, oldPath });
  const item = imported && (await db.first(findMergeItem, { ...visibility, ...imported }));
  return item ? `/feedback/${String(item.id)}` : null;
}
