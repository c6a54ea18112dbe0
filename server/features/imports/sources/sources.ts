import type { ImportSource } from "#contract/importFormats.ts";
import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import type { CannyPages, readCanny } from "./readCanny.ts";
import type { ReadSource } from "./source.ts";

/** The readers of the formats in which a product's data can be uploaded. */
interface SourceFormats {
  /**
   * The reader of a text file. If `hasColumns` is true, the admin assigns the file's columns to
   * fields.
   */
  csv?: { read: ReadSource; hasColumns: boolean };
  zip?: ReadSource;
}

/**
 * Returns a reader that is loaded at its first use, because an idle portal should use little
 * memory.
 */
function lazily(load: () => Promise<ReadSource>): ReadSource {
  return async function* read(file, layout) {
    yield* (await load())(file, layout);
  };
}

const columns = {
  read: lazily(async () => (await import("./readCsv.ts")).readCsvRows),
  hasColumns: true,
};

/** The readers of each product's files. */
export const SOURCES: Readonly<Record<ImportSource, SourceFormats>> = {
  csv: { csv: columns },
  canny: { csv: columns },
  fider: { csv: columns, zip: lazily(async () => (await import("./readFider.ts")).readFider) },
  uservoice: {
    csv: {
      read: lazily(async () => (await import("./readUserVoice.ts")).readUserVoice),
      hasColumns: false,
    },
  },
  quackback: {
    csv: columns,
    zip: lazily(async () => (await import("./readQuackback.ts")).readQuackback),
  },
  hearback: { zip: lazily(async () => (await import("./readHearback.ts")).readHearback) },
};

/** Reads a Canny account from pages of Canny's API. The reader is loaded at its first use. */
export async function* readCannyPages(pages: CannyPages): ReturnType<typeof readCanny> {
  const { readCanny: read } = await import("./readCanny.ts");
  yield* read(pages);
}

/** Whether the admin assigns the columns of the file to fields. */
export function hasColumns({ source, layout }: OfFile): boolean {
  return layout.format === "csv" && SOURCES[source].csv?.hasColumns === true;
}

interface OfFile {
  source: ImportSource;
  layout: Pick<StoredLayout, "format">;
}

/** Returns the reader for the format of the file. */
export function readerOf({ source, layout }: OfFile): ReadSource {
  const { csv, zip } = SOURCES[source];
  const read = layout.format === "zip" ? zip : csv?.read;
  if (!read) throw new Error(`The source ${source} has no format ${layout.format}`);
  return read;
}
