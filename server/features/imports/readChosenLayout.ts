import type { ImportMappingChange } from "#contract/importMapping.ts";
import type * as z from "zod/mini";
import type { TenantDb } from "#server/platform/db/database.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { findRun } from "./importRuns.queries.ts";
import { proposeMapping } from "./proposeMapping.ts";
import type { NamedTarget } from "./nameMatcher.ts";
import { readCsvLayout } from "./sources/readCsv.ts";
import { UnreadableFile } from "./sources/source.ts";
import { openStoredFile } from "./storedFile.ts";
import type { StoredLayout, StoredRun } from "./storedRun.ts";

/**
 * Reads the columns and samples of a table in the encoding and with the separator that an admin has
 * chosen. Returns undefined if nothing else than before is chosen, or if there is no such import.
 * @throws HttpError 400 if the file is no table, or if its first rows cannot be read in this way
 */
export async function readChosenLayout(
  db: TenantDb,
  importId: number,
  { encoding, delimiter }: z.output<typeof ImportMappingChange>,
): Promise<StoredLayout | undefined> {
  if (encoding === undefined && delimiter === undefined) return undefined;
  const run = await db.first(findRun, { companyId: db.companyId, importId });
  if (!run || !["uploaded", "checked"].includes(run.state)) return undefined;
  const { layout, bytes } = run;
  const field = encoding === undefined ? "delimiter" : "encoding";
  if (!layout.encoding || layout.delimiter === "")
    throw invalid({ [field]: ["The file is not a CSV file"] });
  const chosen = {
    encoding: encoding ?? layout.encoding,
    delimiter: delimiter ?? layout.delimiter,
  };
  if (chosen.encoding === layout.encoding && chosen.delimiter === layout.delimiter)
    return undefined;
  try {
    return await readCsvLayout(openStoredFile(db, importId, bytes), chosen);
  } catch (error) {
    throw error instanceof UnreadableFile ? invalid({ [field]: [error.message] }) : error;
  }
}

/**
 * Returns a run with another layout of its table. The columns stay assigned if there are as many as
 * before, and are proposed again otherwise.
 */
export function withLayout(
  run: StoredRun,
  layout: StoredLayout,
  targets: readonly NamedTarget[],
): StoredRun {
  const isSameWidth = layout.columns.length === run.layout.columns.length;
  const { columns } = isSameWidth
    ? run.mapping
    : proposeMapping({ layout, last: undefined, targets });
  return { ...run, layout, names: [], mapping: { ...run.mapping, columns } };
}
