import type { Export } from "#contract/exports.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import type { CallLimit } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { expireOlderExports, findExport, insertExport } from "./exports.queries.ts";
import { START } from "./exportSteps.ts";
import { EXPORT_TASK } from "./runExport.ts";

/** All admins of a company share this limit, because an export reads every row of the company. */
const PER_COMPANY: Limit = { name: "export-company", attempts: 20, windowSeconds: 24 * 60 * 60 };

/**
 * Only requests of the company's admins are counted, so that nobody else can use up the company's
 * limit.
 */
export const exportLimit: CallLimit = {
  limit: PER_COMPANY,
  countersOf: ({ viewer, tenantId }) =>
    isAdminOf(viewer, tenantId) ? [{ limit: PER_COMPANY, subject: String(tenantId) }] : [],
};

/**
 * Starts an export of the company. A job creates the files of the export in slices.
 * @throws HttpError 409 while the company has a running export
 */
export async function createExport(context: TenantUserContext): Promise<Export> {
  const { database, tenantId: companyId, viewer } = context;
  return database.system.transaction(async (db) => {
    const created = await db.first(insertExport, {
      companyId,
      requesterId: viewer.id,
      progress: JSON.stringify(START),
    });
    if (!created) throw conflict("An export is already running. Wait until it is finished.");
    const key = { companyId, exportId: created.id };
    await db.all(expireOlderExports, { companyId });
    await db.all(enqueueJob, { task: EXPORT_TASK, payload: JSON.stringify(key) });
    await recordAudit(db, context, companyId, { action: "export.create" });
    const stored = await db.first(findExport, key);
    if (!stored) throw new Error("The export was not stored");
    return stored;
  });
}
