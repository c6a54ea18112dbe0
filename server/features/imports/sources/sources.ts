import type { ImportSource } from "#contract/imports.ts";
import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import type { ReadSource } from "./source.ts";

/** The formats in which a product's data can be uploaded. */
interface SourceFormats {
  /** Reads a text file. With `hasColumns`, the admin assigns its columns to fields. */
  csv?: { read: ReadSource; hasColumns: boolean };
  zip?: ReadSource;
}

/** Loads a reader when it is needed, because an idle portal's memory is limited. */
function lazily(load: () => Promise<ReadSource>): ReadSource {
  return async function* read(file, layout) {
    yield* (await load())(file, layout);
  };
}

const columns = {
  read: lazily(async () => (await import("./readCsv.ts")).readCsvRows),
  hasColumns: true,
};

/** How the files of each product are read. */
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

/** Whether the admin assigns the columns of the file to fields. */
export function hasColumns({ source, layout }: OfFile): boolean {
  return layout.format === "csv" && SOURCES[source].csv?.hasColumns === true;
}

interface OfFile {
  source: ImportSource;
  layout: Pick<StoredLayout, "format">;
}

/** Returns what reads a file whose format its source has. */
export function readerOf({ source, layout }: OfFile): ReadSource {
  const { csv, zip } = SOURCES[source];
  const read = layout.format === "zip" ? zip : csv?.read;
  if (!read) throw new Error(`The source ${source} has no format ${layout.format}`);
  return read;
}
