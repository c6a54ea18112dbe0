import type * as z from "zod/mini";
import type { ExportRecordFile } from "#contract/exportFormat.ts";
import { EXPORT_RECORDS } from "#contract/exportFormat.ts";
import type { RecordPlace, SourceRecord } from "./importRecord.ts";
import { readJsonLines } from "./readJsonLines.ts";
import type { ZipTexts } from "./readZip.ts";

export type ValueOf<File extends ExportRecordFile> = z.output<(typeof EXPORT_RECORDS)[File]>;

/**
 * Reads the records of one file of an export. The value is null for a record that is not in the
 * format of the file.
 */
export async function* rowsOf<File extends ExportRecordFile>(
  zip: ZipTexts,
  file: File,
): AsyncGenerator<{ place: RecordPlace; value: ValueOf<File> | null }> {
  const shape: z.ZodMiniType = EXPORT_RECORDS[file];
  for await (const { value, line } of readJsonLines(zip.read(file), file)) {
    const { success, data } = shape.safeParse(value);
    yield { place: { file, line }, value: success ? (data as ValueOf<File>) : null };
  }
}

/** Returns the record for a line that does not have the format of its file. */
export const malformed = (
  place: RecordPlace,
  of: Extract<SourceRecord, { kind: "unreadable" }>["of"],
): SourceRecord => ({
  ...place,
  kind: "unreadable",
  of,
  title: "",
  problem: "The record is not like one of an export",
});
