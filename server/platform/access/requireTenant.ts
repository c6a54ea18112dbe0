import type { TenantDb } from "#server/platform/db/database.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "./requestContext.ts";

/**
 * The tenant's database, and what the viewer may see of it, for a call about one entity. Without a
 * tenant the entity does not exist.
 * @throws HttpError 404
 */
export function requireTenant<Context extends RequestContext>(
  { db, visibility }: Context,
  message: string,
): { db: TenantDb; visibility: NonNullable<Context["visibility"]> } {
  if (!db || !visibility) throw notFound(message);
  return { db, visibility };
}
