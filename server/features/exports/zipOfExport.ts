import { EXPORT_RECORDS, MANIFEST_FILE } from "#contract/exportFormat.ts";
import type { ObjectStoreConfig } from "#server/platform/config/objectStoreConfig.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { readExportedPictures } from "./exportedPictures.ts";
import type { ExportKey } from "./exportKey.ts";
import { ExportProgress } from "./exportProgress.ts";
import type { ExportFiles } from "./exports.queries.ts";
import { findExportPart } from "./exports.queries.ts";
import { streamZip } from "./streamZip.ts";

/**
 * The first files of the ZIP file. Programs that read the file from its beginning get the manifest
 * first, and records before the records that refer to them.
 */
const ORDER = [MANIFEST_FILE, ...Object.keys(EXPORT_RECORDS)];

const orderOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Returns the bytes of a finished export's ZIP file, which are read while they are sent. */
export function zipOfExport(
  tenant: TenantDb,
  key: ExportKey,
  { progress, createdAt, updatedAt }: ExportFiles,
  store: ObjectStoreConfig | undefined,
): AsyncIterable<Uint8Array> {
  const { files } = ExportProgress.parse(progress);
  return streamZip({
    files: Object.entries(files).toSorted(([a], [b]) => orderOf(a) - orderOf(b)),
    modifiedAt: new Date(updatedAt),
    pictures: readExportedPictures(tenant, createdAt, store),
    readPart: async (file, part) => {
      const found = await tenant.first(findExportPart, { ...key, file, part });
      if (!found) throw new Error("The export was deleted while it was downloaded");
      return found.content;
    },
  });
}
