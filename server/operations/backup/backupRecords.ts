import * as z from "zod/mini";
import { BackupError } from "./backupError.ts";

/** The format in which backups are written. */
const FORMAT = 3;

/**
 * The formats that a restore can read. Format 1 also contains the rows of the search table, which a
 * restore ignores. Files before format 3 are not signed.
 */
const FORMATS = [1, 2, FORMAT] as const;
export type Format = (typeof FORMATS)[number];

const preludeOf = (format: number) => Buffer.from(`Hearback backup ${String(format)}\n`);

/** The human-readable first line of every backup, with the format version. */
export const PRELUDE = preludeOf(FORMAT);

/** Returns the format with this first line; undefined if this program cannot read the format. */
export function formatOf(prelude: Buffer): Format | undefined {
  return FORMATS.find((format) => preludeOf(format).equals(prelude));
}

/**
 * Length in bytes of the SHA-256 digest at the end of the file. The digest covers all bytes before
 * it.
 */
export const DIGEST_BYTES = 32;

/** Maximum bytes of a record, which limits the memory for reading. */
export const LARGEST_RECORD = 1024 * 1024;

/**
 * Highest id that a restore of a company accepts. New ids continue after the highest restored id,
 * so half of the integers that JavaScript represents exactly remain for new ids.
 */
export const HIGHEST_ID = 2 ** 52;

const Migration = z.object({ name: z.string(), checksum: z.string() });

/** The metadata that precedes the first row. */
const Header = z.object({
  kind: z.literal("header"),
  createdAt: z.string(),
  migrations: z.array(Migration),
  /** The company that was backed up; null for the whole installation. */
  company: z.nullable(
    z.object({
      id: z.int().check(z.minimum(1), z.maximum(HIGHEST_ID)),
      name: z.string(),
      subdomain: z.nullable(z.string()),
    }),
  ),
  /** The installation whose key signed the file. Files before format 3 do not have this field. */
  installation: z.optional(z.string()),
});
export type Header = z.output<typeof Header>;
export type CompanyHeader = NonNullable<Header["company"]>;

/** The table and columns of the following rows. */
const Table = z.object({
  kind: z.literal("table"),
  table: z.string(),
  columns: z.array(z.string()),
  /**
   * Whether the rows are accounts of other companies' users. A restore does not change existing
   * accounts.
   */
  isVisitors: z.boolean(),
});
export type TableRecord = z.output<typeof Table>;

const TableEnd = z.object({ kind: z.literal("tableEnd"), rows: z.number() });

/** Sequence values as text, because they can exceed the safe integers of JavaScript. */
const Sequences = z.object({
  kind: z.literal("sequences"),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});
export type SequencePosition = z.output<typeof Sequences>["sequences"][number];

const End = z.object({ kind: z.literal("end"), tables: z.number(), rows: z.number() });

const JsonRecord = z.discriminatedUnion("kind", [Header, Table, TableEnd, Sequences, End]);
type JsonRecord = z.output<typeof JsonRecord>;

/** Part of the rows in PostgreSQL's COPY text format. A row can be split between blocks. */
interface Rows {
  kind: "rows";
  block: Buffer;
}

export type BackupRecord = JsonRecord | Rows;

const ROWS = 0x52;
const JSON_RECORD = 0x4a;
const HEAD_BYTES = 5;

/** Encodes a record as one byte for its type, four bytes for its length, and its JSON or rows. */
export function encodeRecord(record: BackupRecord): Buffer {
  const content = record.kind === "rows" ? record.block : Buffer.from(JSON.stringify(record));
  if (content.length > LARGEST_RECORD) throw new RangeError("The record is too large");
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(record.kind === "rows" ? ROWS : JSON_RECORD);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

/**
 * Decodes records one at a time.
 * @throws BackupError for invalid records
 */
export async function* decodeRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let record = takeRecord(rest); record; record = takeRecord(rest)) {
      rest = rest.subarray(record.bytes);
      yield record.record;
    }
  }
  if (rest.length > 0) throw malformed();
}

function takeRecord(from: Buffer): { record: BackupRecord; bytes: number } | undefined {
  if (from.length < HEAD_BYTES) return undefined;
  const length = from.readUInt32BE(1);
  if (length > LARGEST_RECORD) throw malformed();
  const bytes = HEAD_BYTES + length;
  if (from.length < bytes) return undefined;
  const content = from.subarray(HEAD_BYTES, bytes);
  const kind = from.readUInt8();
  if (kind === ROWS) return { record: { kind: "rows", block: content }, bytes };
  if (kind !== JSON_RECORD) throw malformed();
  return { record: parseJsonRecord(content), bytes };
}

function parseJsonRecord(content: Buffer): JsonRecord {
  try {
    return JsonRecord.parse(JSON.parse(content.toString()));
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause?: unknown): BackupError {
  return new BackupError("The backup is malformed.", { cause });
}
