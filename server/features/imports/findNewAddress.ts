import type { FastifyRequest } from "fastify";
import { findItemByOldPath } from "./oldAddresses.queries.ts";

/** Paths of items in other products: Fider's, and Canny's. */
const OLD_PATHS = [/^(\/posts\/\d{1,15})(?:\/[^/]*)?$/, /^(\/[^/]{1,100}\/p\/[^/]{1,200})$/];

/**
 * Returns the path of the imported item that had the requested path in another product, or null
 * (docs/product-decisions.md "Import and export").
 */
export async function findNewAddress({
  url,
  requestContext: { db, visibility },
}: FastifyRequest): Promise<string | null> {
  const path = url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
  const [, oldPath] = OLD_PATHS.map((pattern) => pattern.exec(path)).find(Boolean) ?? [];
  if (oldPath === undefined || !db || !visibility) return null;
  const item = await db.first(findItemByOldPath, { ...visibility, oldPath });
  return item ? `/feedback/${String(item.id)}` : null;
}
