import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { Database } from "#server/platform/db/database.ts";
import type { ExportKey } from "./exportKey.ts";
import type { ExportedFile } from "./exportProgress.ts";
import { ExportProgress } from "./exportProgress.ts";
import type { RunningExport } from "./exports.queries.ts";
import { finishExport, finishSlice, insertExportPart } from "./exports.queries.ts";
import { EXPORT_STEPS } from "./exportSteps.ts";
import type { Piece } from "./exportStep.ts";

const deflate = promisify(deflateRaw);

/** Thrown if the files of an export exceed the size limit. */
export class ExportTooLargeError extends Error {}

interface Part {
  file: string;
  position: number;
  content: Buffer;
}

/**
 * Reads one slice, and stores it with the progress in one transaction. Returns whether another
 * slice follows.
 * @throws ExportTooLargeError
 */
export async function writeSlice(
  database: Database,
  key: ExportKey,
  { slices, progress, size }: RunningExport,
  maxBytes: number,
): Promise<boolean> {
  const { step, after, files } = ExportProgress.parse(progress);
  const { companyId } = key;
  const read = EXPORT_STEPS[step];
  if (!read) throw new Error(`There is no step ${step}`);
  // Rows are read as the tenants' role, so that row-level security restricts them as well.
  const { system } = database.inTurnsOf(companyId);
  const tenant = database.tenant(companyId);
  const {
    pieces,
    rows,
    next,
    otherBytes = 0,
  } = await read({ tenant, system, files, ...key }, after);
  const { parts, changed } = await compress(pieces, files);
  const storedBytes = parts.reduce((sum, { content }) => sum + content.length, otherBytes);
  if (size + storedBytes > maxBytes) throw new ExportTooLargeError();
  const following = next ? step : stepAfter(step);
  const reached: ExportProgress = {
    step: following ?? step,
    after: next,
    files: { ...files, ...changed },
  };
  return tenant.transaction(async (db) => {
    const slice = { slices, rowsDone: rows, storedBytes, progress: JSON.stringify(reached) };
    if (!(await db.first(finishSlice, { ...key, ...slice }))) return false;
    for (const part of parts) await db.all(insertExportPart, { ...key, ...part });
    if (following === undefined) await db.all(finishExport, key);
    return following !== undefined;
  });
}

/** Returns the name of the next step; undefined after the last step. */
function stepAfter(step: string): string | undefined {
  const names = Object.keys(EXPORT_STEPS);
  return names[names.indexOf(step) + 1];
}

/**
 * Compresses pieces. Each part ends at a byte boundary and does not refer to earlier parts, so the
 * parts of a file together are one DEFLATE stream.
 */
async function compress(
  pieces: readonly Piece[],
  files: ExportProgress["files"],
): Promise<{ parts: Part[]; changed: ExportProgress["files"] }> {
  const parts: Part[] = [];
  const changed: ExportProgress["files"] = {};
  for (const { file, content, records } of pieces) {
    const before: ExportedFile | undefined = files[file];
    const packed =
      content.length === 0
        ? Buffer.alloc(0)
        : await deflate(content, { finishFlush: constants.Z_SYNC_FLUSH });
    const position = before?.parts ?? 0;
    if (packed.length > 0) parts.push({ file, position, content: packed });
    changed[file] = {
      records: records === null ? null : (before?.records ?? 0) + records,
      bytes: (before?.bytes ?? 0) + content.length,
      storedBytes: (before?.storedBytes ?? 0) + packed.length,
      crc32: crc32(content, before?.crc32 ?? 0),
      parts: position + (packed.length > 0 ? 1 : 0),
    };
  }
  return { parts, changed };
}
