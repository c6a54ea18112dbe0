import * as z from "zod/mini";
import { BackupError } from "./backupError.ts";

/** The first line of every backup, readable by people; the number is the format's. */
export const PRELUDE = Buffer.from("Hearback backup 2\n");

/** What a backup of the format before begins with: it holds the search table's rows as well, which are passed over. */
export const PRELUDE_1 = Buffer.from("Hearback backup 1\n");

/** Bytes of the SHA-256 that a backup ends with: over everything before it. */
export const DIGEST_BYTES = 32;

/** No record is larger, so that reading needs a bounded amount of memory. */
export const LARGEST_RECORD = 1024 * 1024;

const Migration = z.object({ name: z.string(), checksum: z.string() });

/** What a backup says of itself before its first row. */
const Header = z.object({
  kind: z.literal("header"),
  createdAt: z.string(),
  migrations: z.array(Migration),
  /** Null: the whole installation. */
  company: z.nullable(
    z.object({ id: z.number(), name: z.string(), subdomain: z.nullable(z.string()) }),
  ),
});
export type Header = z.output<typeof Header>;

/** The rows that follow are of this table, its columns in this order. */
const Table = z.object({
  kind: z.literal("table"),
  table: z.string(),
  columns: z.array(z.string()),
  /** Accounts of others who have left something in the company: taken only where they are missing. */
  isVisitors: z.boolean(),
});
export type TableRecord = z.output<typeof Table>;

const TableEnd = z.object({ kind: z.literal("tableEnd"), rows: z.number() });

/** Where the sequences stood; the numbers are text, since they may be larger than JavaScript's. */
const Sequences = z.object({
  kind: z.literal("sequences"),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});
export type SequencePosition = z.output<typeof Sequences>["sequences"][number];

const End = z.object({ kind: z.literal("end"), tables: z.number(), rows: z.number() });

const Told = z.discriminatedUnion("kind", [Header, Table, TableEnd, Sequences, End]);
type Told = z.output<typeof Told>;

/** Rows as PostgreSQL's COPY writes them in its text format; a block may begin and end anywhere. */
interface Rows {
  kind: "rows";
  block: Buffer;
}

export type BackupRecord = Told | Rows;

const ROWS = 0x52;
const TOLD = 0x4a;
const HEAD_BYTES = 5;

/** One letter for the kind, four bytes for the length, the content: JSON, or rows. */
export function encodeRecord(record: BackupRecord): Buffer {
  const content = record.kind === "rows" ? record.block : Buffer.from(JSON.stringify(record));
  if (content.length > LARGEST_RECORD) throw new RangeError("The record is too large");
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(record.kind === "rows" ? ROWS : TOLD);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

/**
 * The records of a stream of bytes, one at a time.
 * @throws BackupError for what no version of the portal has written
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
  if (kind !== TOLD) throw malformed();
  return { record: parseTold(content), bytes };
}

function parseTold(content: Buffer): Told {
  try {
    return Told.parse(JSON.parse(content.toString()));
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause?: unknown): BackupError {
  return new BackupError("The backup is malformed.", { cause });
}
