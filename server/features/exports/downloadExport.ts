import type { exportsApi } from "#contract/exports.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { findExportFiles } from "./exports.queries.ts";
import { zipOfExport } from "./zipOfExport.ts";

/** Limits downloads, because each of them reads the whole file from the database. */
export const exportDownloadLimit = byAccount({
  name: "export-download-account",
  attempts: 30,
  windowSeconds: 60 * 60,
});

/**
 * Sends the file of an export, and records the download in the audit log.
 * @throws HttpError 409 if the export is running or has failed
 */
export async function downloadExport(
  context: Handled<typeof exportsApi.download, TenantUserContext>,
): Promise<AsyncIterable<Uint8Array>> {
  const { db, config } = context;
  const key = { companyId: db.companyId, exportId: context.params.id };
  const found = await db.first(findExportFiles, key);
  if (!found) throw context.notFound();
  if (found.state !== "ready") throw conflict("This export has no file");
  await db.transaction((transaction) =>
    recordAudit(transaction, context, db.companyId, { action: "export.download" }),
  );
  return zipOfExport(db, key, found, config.pictureStore);
}
