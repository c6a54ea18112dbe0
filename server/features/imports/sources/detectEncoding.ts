import type { ImportEncoding } from "#contract/importFormats.ts";
import { IMPORT_ENCODINGS } from "#contract/importFormats.ts";

/** The library's names of encodings, where they differ from those of the platform. */
const NAMES: Partial<Record<ImportEncoding, string>> = {
  "windows-874": "cp874",
  macintosh: "macroman",
};

/** Encodings that differ from a Windows encoding in a few signs, so that nobody could tell which. */
const TOO_SIMILAR: readonly ImportEncoding[] = ["iso-8859-7", "iso-8859-15"];

const CANDIDATES = new Map(
  IMPORT_ENCODINGS.filter(
    (encoding) => !encoding.startsWith("utf-") && !TOO_SIMILAR.includes(encoding),
  ).map((encoding) => [NAMES[encoding] ?? encoding, encoding]),
);

/**
 * Guesses the encoding of a text that is not Unicode. Runs in a thread, because the library's model
 * takes 90 MB of memory and a tenth of a second to load.
 */
export default async function detectEncoding(bytes: Uint8Array): Promise<ImportEncoding> {
  const foreign = new Set(bytes.filter((byte) => byte > 0x7f));
  // A single letter or sign fits many encodings. Most of these texts are Western.
  if (foreign.size < 2) return "windows-1252";
  const { detect } = await import("jschardet");
  const { encoding } = detect(bytes, { detectEncodings: [...CANDIDATES.keys()] });
  return CANDIDATES.get(encoding?.toLowerCase() ?? "") ?? "windows-1252";
}
