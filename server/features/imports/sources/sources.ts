import type { ImportSource } from "#contract/imports.ts";
import { readCsvRows } from "./readCsv.ts";
import { readFider } from "./readFider.ts";
import { readHearback } from "./readHearback.ts";
import { readQuackback } from "./readQuackback.ts";
import { readUserVoice } from "./readUserVoice.ts";
import type { ReadSource } from "./source.ts";

/** The formats in which a product's data can be uploaded. */
interface SourceFormats {
  /** Reads a text file. With `hasColumns`, the admin assigns its columns to fields. */
  csv?: { read: ReadSource; hasColumns: boolean };
  zip?: ReadSource;
}

const columns = { read: readCsvRows, hasColumns: true };

/** How the files of each product are read. */
export const SOURCES: Readonly<Record<ImportSource, SourceFormats>> = {
  csv: { csv: columns },
  canny: { csv: columns },
  fider: { csv: columns, zip: readFider },
  uservoice: { csv: { read: readUserVoice, hasColumns: false } },
  quackback: { csv: columns, zip: readQuackback },
  hearback: { zip: readHearback },
};
