import { BackupError } from "./backupError.ts";
import type { BackupRecord, SequencePosition, TableRecord } from "./backupRecords.ts";

/** Writes the rows of one section and returns the number of rows. */
export type WriteSection = (section: TableRecord, blocks: AsyncIterable<Buffer>) => Promise<number>;

/** The number of rows and the sequences of a backup that has been read to its end. */
export interface SectionsRead {
  rows: number;
  sequences: readonly SequencePosition[];
}

/**
 * Reads the records after the header. These records must be sections of different tables, then the
 * sequences, then the matching totals. No record may be missing, repeated or in another order.
 * @throws BackupError for any other content
 */
export async function readSections(
  records: AsyncGenerator<BackupRecord>,
  write: WriteSection,
): Promise<SectionsRead> {
  const seen = new Set<string>();
  let rows = 0;
  let record = await nextOf(records);
  for (; record?.kind === "table"; record = await nextOf(records)) {
    const name = `${record.table} ${String(record.isVisitors)}`;
    if (seen.has(name)) throw new BackupError(`The backup holds ${record.table} twice.`);
    seen.add(name);
    rows += await readSection(record, records, write);
  }
  if (record?.kind !== "sequences") throw malformed();
  const end = await nextOf(records);
  if (end?.kind !== "end" || end.rows !== rows || end.tables !== seen.size) throw malformed();
  if (await nextOf(records)) throw malformed();
  return { rows, sequences: record.sequences };
}

async function readSection(
  section: TableRecord,
  records: AsyncGenerator<BackupRecord>,
  write: WriteSection,
): Promise<number> {
  let expectedRows = -1;
  async function* blocks(): AsyncGenerator<Buffer> {
    for (let next = await nextOf(records); ; next = await nextOf(records)) {
      if (next?.kind === "tableEnd") {
        expectedRows = next.rows;
        return;
      }
      if (next?.kind !== "rows") throw malformed();
      yield next.block;
    }
  }
  const rows = await write(section, blocks());
  if (rows !== expectedRows)
    throw new BackupError(`The rows of ${section.table} do not match the number in the backup.`);
  return rows;
}

async function nextOf(records: AsyncGenerator<BackupRecord>): Promise<BackupRecord | undefined> {
  const next = await records.next();
  return next.done ? undefined : next.value;
}

/** Counts rows in COPY text format, in which line breaks inside values are escaped. */
export async function countRows(blocks: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const block of blocks) {
    for (let at = block.indexOf("\n"); at !== -1; at = block.indexOf("\n", at + 1)) rows += 1;
  }
  return rows;
}

function malformed(): BackupError {
  return new BackupError("The backup is malformed.");
}
