import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";

/** The font of the pages, so that pictures look alike where the system has no fonts. */
const listFiles = () => [
  import.meta.resolve("@fontsource/inter/files/inter-latin-700-normal.woff"),
  import.meta.resolve("@fontsource/inter/files/inter-latin-ext-700-normal.woff"),
  import.meta.resolve("@fontsource/inter/files/inter-cyrillic-700-normal.woff"),
  import.meta.resolve("@fontsource/inter/files/inter-greek-700-normal.woff"),
  import.meta.resolve("@fontsource/inter/files/inter-vietnamese-700-normal.woff"),
];

let preparing: Promise<string> | undefined;

/**
 * Returns a file with settings of fontconfig: the font of the pages first, then the system's fonts
 * for other scripts. The font is unpacked once in a process, because FreeType reads no WOFF here.
 */
export function fontSettings(): Promise<string> {
  preparing ??= prepare().catch((error: unknown) => {
    preparing = undefined;
    throw error;
  });
  return preparing;
}

async function prepare(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hearback-fonts-"));
  const fonts = join(folder, "fonts");
  await mkdir(fonts);
  await Promise.all(
    listFiles().map(async (url, index) =>
      writeFile(
        join(fonts, `${String(index)}.ttf`),
        unpackWoff(await readFile(fileURLToPath(url))),
      ),
    ),
  );
  const settings = join(folder, "fonts.conf");
  await writeFile(
    settings,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${fonts}</dir><dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
<cachedir>${join(folder, "cache")}</cachedir></fontconfig>`,
  );
  return settings;
}

/** Lengths in bytes of the headers and of the entries of their tables (WOFF 1.0, OpenType). */
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** Returns the OpenType font that a WOFF file contains. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const header = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  header.writeUInt32BE(woff.readUInt32BE(4), 0);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index += 1) {
    const from = WOFF_HEADER + WOFF_ENTRY * index;
    const [start, packedLength, length, checksum] = [4, 8, 12, 16].map((at) =>
      woff.readUInt32BE(from + at),
    ) as [number, number, number, number];
    const packed = woff.subarray(start, start + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;
    const to = SFNT_HEADER + SFNT_ENTRY * index;
    woff.copy(header, to, from, from + 4);
    header.writeUInt32BE(checksum, to + 4);
    header.writeUInt32BE(offset, to + 8);
    header.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
