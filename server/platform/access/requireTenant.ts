import type { TenantDb } from "#server/platform/db/database.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "./requestContext.ts";

/**
 * Returns the tenant's database and the viewer's visibility, for a call about one entity.
 * @throws HttpError 404 without a tenant, because the entity then does not exist
 */
export function requireTenant<Context extends RequestContext>(
  { db, visibility }: Context,
  message: string,
): { db: TenantDb; visibility: NonNullable<Context["visibility"]> } {
  if (!db || !visibility) throw notFound(message);
  return { db, visibility };
}
