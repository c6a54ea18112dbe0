import type { TenantDb } from "#server/platform/db/database.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "./requestContext.ts";

/** The tenant's database for a call about one thing: where there is no tenant, there is no such thing. @throws HttpError 404 */
export function requireTenant({ db }: RequestContext, message: string): TenantDb {
  if (!db) throw notFound(message);
  return db;
}
