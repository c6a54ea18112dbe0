import * as z from "zod/mini";

const ExportedFile = z.object({
  /** The number of records or rows; null for a file without records. */
  records: z.nullable(z.number()),
  /** The number of bytes of the file. */
  bytes: z.number(),
  /** The number of bytes of the stored parts, which are compressed. */
  storedBytes: z.number(),
  /** The CRC-32 of the file's content so far. */
  crc32: z.number(),
  parts: z.number(),
});
export type ExportedFile = z.output<typeof ExportedFile>;

/** Where the next slice of an export begins, and what the files contain so far. */
export const ExportProgress = z.object({
  /** The name of the step in `EXPORT_STEPS`. */
  step: z.string(),
  /** The position within the step; null at its beginning. */
  after: z.nullable(z.tuple([z.number(), z.number()])),
  files: z.record(z.string(), ExportedFile),
});
export type ExportProgress = z.output<typeof ExportProgress>;

/** The position within a step: the key of the last row. The second number is 0 for a single key. */
export type StepPosition = NonNullable<ExportProgress["after"]>;
