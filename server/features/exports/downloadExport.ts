import { EXPORT_RECORDS, MANIFEST_FILE } from "#contract/exportFormat.ts";
import { EXPORT_NOT_READY, exportsApi } from "#contract/exports.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { ExportProgress } from "./exportProgress.ts";
import { findExportFiles, findExportPart } from "./exports.queries.ts";
import { streamZip } from "./streamZip.ts";

/** Limits downloads, because each of them reads the whole file from the database. */
export const downloadLimit = byAccount({
  name: "export-download-account",
  attempts: 30,
  windowSeconds: 60 * 60,
});

/**
 * Sends the file of an export, and records the download in the audit log.
 * @throws HttpError 409 if the export is running or has failed
 */
export async function downloadExport(
  context: SignedInContext & { params: { id: number } },
): Promise<AsyncIterable<Uint8Array>> {
  const message = exportsApi.download.notFound;
  const { db } = requireTenant(context, message);
  const file = await openExport(db, context.params.id);
  if (file === undefined) throw notFound(message);
  if (file === null) throw conflict(EXPORT_NOT_READY);
  await recordAudit(db, context, db.companyId, { action: "export.download" });
  return file;
}

/** Programs that read the ZIP from its beginning find the manifest first, then what others need. */
const ORDER = [MANIFEST_FILE, ...Object.keys(EXPORT_RECORDS)];

const orderOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Returns the bytes of an export's file; null if it is not ready, undefined if there is none. */
export async function openExport(
  tenant: TenantDb,
  exportId: number,
): Promise<AsyncIterable<Uint8Array> | null | undefined> {
  const key = { companyId: tenant.companyId, exportId };
  const found = await tenant.first(findExportFiles, key);
  if (!found) return undefined;
  if (found.state !== "ready") return null;
  const { files } = ExportProgress.parse(found.progress);
  return streamZip({
    files: Object.entries(files).toSorted(([a], [b]) => orderOf(a) - orderOf(b)),
    modifiedAt: new Date(found.updatedAt),
    readPart: async (file, position) => {
      const part = await tenant.first(findExportPart, { ...key, file, position });
      if (!part) throw new Error("The export was deleted while it was downloaded");
      return part.content;
    },
  });
}
