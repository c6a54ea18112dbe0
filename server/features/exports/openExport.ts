import { EXPORT_RECORDS, MANIFEST_FILE } from "#contract/exportFormat.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { ExportProgress } from "./exportProgress.ts";
import { findExportFiles, findExportPart } from "./exports.queries.ts";
import { streamZip } from "./streamZip.ts";

/** Programs that read the ZIP from its beginning find the manifest first, then what others need. */
const ORDER = [MANIFEST_FILE, ...Object.keys(EXPORT_RECORDS)];

const orderOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Returns the bytes of an export's file; null if it is not ready, undefined if there is none. */
export async function openExport(
  tenant: TenantDb,
  exportId: number,
): Promise<AsyncIterable<Uint8Array> | null | undefined> {
  const key = { companyId: tenant.companyId, exportId };
  const ready = await tenant.first(findExportFiles, key);
  if (!ready) return undefined;
  if (ready.state !== "ready") return null;
  const { files } = ExportProgress.parse(ready.progress);
  return streamZip({
    files: Object.entries(files).toSorted(([a], [b]) => orderOf(a) - orderOf(b)),
    modifiedAt: new Date(ready.updatedAt),
    readPart: async (file, part) => {
      const found = await tenant.first(findExportPart, { ...key, file, part });
      if (!found) throw new Error("The export was deleted while it was downloaded");
      return found.content;
    },
  });
}
