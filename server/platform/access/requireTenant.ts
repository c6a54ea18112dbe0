import type { TenantDb } from "#server/platform/db/database.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "./requestContext.ts";

/**
 * Returns the tenant's database for a call about one entity. Without a tenant the entity cannot
 * exist.
 * @throws HttpError 404
 */
export function requireTenant({ db }: RequestContext, message: string): TenantDb {
  if (!db) throw notFound(message);
  return db;
}
