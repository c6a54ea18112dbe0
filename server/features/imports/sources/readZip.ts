import type { Entry, FileEntry, Reader } from "@zip.js/zip.js";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";

/** The maximum number of files in a ZIP, including images. */
const MAX_ENTRIES = 100_000;

/**
 * The maximum size in bytes of the ZIP's central directory, which the library reads into memory.
 */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** The maximum total size in bytes of all files that are read from a ZIP. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024 * 1024;

/**
 * The maximum ratio of a file's size to its compressed size. Real exports have a ratio of 10 to 30,
 * and DEFLATE reaches 1,000.
 */
const MAX_RATIO = 200;

/** A file of up to this size in bytes is harmless and can have any compression ratio. */
const ANY_RATIO_BYTES = 1024 * 1024;

/** The maximum size in bytes of a picture's file, as in the table `picture`. */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024;

/** The files in a ZIP that a source reads. Other files of the ZIP are never decompressed. */
export interface ZipTexts {
  /**
   * Returns the size and the CRC-32 of a file, or undefined if the ZIP does not contain the file.
   */
  find(name: string): { bytes: number; crc32: number } | undefined;
  /**
   * Reads a file as UTF-8 while it is decompressed. Yields nothing if the ZIP does not contain the
   * file.
   * @throws UnreadableFile
   */
  read(name: string): AsyncGenerator<string>;
  /**
   * Reads the bytes of a file while it is decompressed. Yields nothing if the ZIP does not contain
   * the file.
   * @throws UnreadableFile
   */
  readBytes(name: string): AsyncGenerator<Uint8Array>;
  /** Reads a file in the folder of pictures into memory, or returns why it cannot be read. */
  readPicture(name: string): Promise<FoundPicture>;
}

type FoundPicture =
  | { content: Buffer; problem?: undefined }
  | { content?: undefined; problem: string };

/**
 * Opens a ZIP and finds the files with the given names, and those in the folder of its pictures. Names
 * in the ZIP are only compared with other names, so they cannot lead to other files of the system.
 * @throws UnreadableFile if the file is not a ZIP or contains too many files, or if a file with one
 * of the names is too large, encrypted, a link, or in the ZIP twice
 */
export async function openZip(
  file: StoredFile,
  names: readonly string[],
  pictureFolder?: string,
): Promise<ZipTexts> {
  const pieces = new StoredPieces(file);
  const { entries, pictures } = await pieces.guard("", () =>
    findEntries(pieces, new Set(names), pictureFolder),
  );
  return {
    find: (name) => {
      const entry = entries.get(name);
      return entry && { bytes: entry.uncompressedSize, crc32: entry.crc32 ?? 0 };
    },
    async *read(name) {
      const entry = entries.get(name);
      if (entry) yield* readText(pieces, entry);
    },
    async *readBytes(name) {
      const entry = entries.get(name);
      if (entry) yield* readEntry(pieces, entry);
    },
    readPicture: (name) => readPicture(pieces, pictures.get(name)),
  };
}

async function readPicture(pieces: StoredPieces, entry: Entry | undefined): Promise<FoundPicture> {
  if (!entry) return { problem: "The picture is not in the file" };
  const found: Uint8Array[] = [];
  let left = MAX_PICTURE_BYTES;
  try {
    // The size in the ZIP can be wrong.
    for await (const piece of readEntry(pieces, requireReadable(entry))) {
      left -= piece.length;
      if (left < 0) return { problem: "The picture is too large" };
      found.push(piece);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    throw error;
  }
  return { content: Buffer.concat(found) };
}

/**
 * A stored file, in the form in which the ZIP library reads it. Remembers an error of the storage,
 * so that the error is not reported as a damaged ZIP.
 */
class StoredPieces implements Reader<StoredFile> {
  readonly #file: StoredFile;
  #failure: { error: unknown } | undefined;

  constructor(file: StoredFile) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  get readable(): ReadableStream<Uint8Array> {
    return this.createReadable();
  }

  async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > MAX_READ_BYTES) throw new UnreadableFile("The ZIP file contains too many files");
    const found: Buffer[] = [];
    for await (const piece of this.#read(offset, length)) found.push(piece);
    return Buffer.concat(found);
  }

  createReadable({ offset = 0, size = this.size } = {}): ReadableStream<Uint8Array> {
    const pieces = this.#read(offset, size);
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    });
  }

  /** Runs a step of the library and translates its errors into messages for the admin. */
  async guard<T>(name: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (this.#failure) throw this.#failure.error;
      if (error instanceof UnreadableFile) throw error;
      const text = name === "" ? "The file is no ZIP file, or it is damaged" : `${name} is damaged`;
      throw new UnreadableFile(text, { cause: error });
    }
  }

  async *#read(offset: number, length: number): AsyncGenerator<Buffer, undefined> {
    let left = Math.min(length, this.size - offset);
    if (left <= 0) return;
    try {
      for await (const piece of this.#file.read(offset)) {
        yield piece.subarray(0, left);
        left -= piece.length;
        if (left <= 0) return;
      }
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

async function findEntries(
  pieces: StoredPieces,
  names: ReadonlySet<string>,
  pictureFolder: string | undefined,
): Promise<{ entries: Map<string, FileEntry>; pictures: Map<string, Entry> }> {
  // Loaded on demand, because the library takes several MB of memory, which an idle portal should
  // not use.
  const { ZipReader } = await import("@zip.js/zip.js/lib/zip-core-reader.js");
  const zip = new ZipReader(pieces, {
    useWebWorkers: false,
    checkCrc32: true,
    filenameValidation: "tolerant",
  });
  const found = new Map<string, FileEntry>();
  const pictures = new Map<string, Entry>();
  let count = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    count += 1;
    if (count > MAX_ENTRIES)
      throw new UnreadableFile(`The ZIP file contains more than ${String(MAX_ENTRIES)} files`);
    if (pictureFolder !== undefined && entry.filename.startsWith(pictureFolder))
      pictures.set(entry.filename, entry);
    if (!names.has(entry.filename)) continue;
    if (found.has(entry.filename))
      throw new UnreadableFile(`The ZIP file contains ${entry.filename} twice`);
    found.set(entry.filename, requireReadable(entry));
  }
  const total = [...found.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (total > MAX_TEXT_BYTES) throw new UnreadableFile("The files in the ZIP file are too large");
  return { entries: found, pictures };
}

function requireReadable(entry: Entry): FileEntry {
  const { filename, compressedSize, uncompressedSize } = entry;
  if (entry.directory || entry.symlink) throw new UnreadableFile(`${filename} is not a file`);
  if (entry.encrypted)
    throw new UnreadableFile(`${filename} is encrypted. Upload a ZIP file without a password`);
  if (uncompressedSize > Math.max(ANY_RATIO_BYTES, compressedSize * MAX_RATIO))
    throw new UnreadableFile(`${filename} is too large for its compressed size`);
  return entry;
}

async function* readText(pieces: StoredPieces, entry: FileEntry): AsyncGenerator<string> {
  const decode = decoderOf(entry.filename);
  for await (const bytes of readEntry(pieces, entry)) yield decode(bytes);
  yield decode();
}

async function* readEntry(pieces: StoredPieces, entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { filename } = entry;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stop = new AbortController();
  // An error of the library is passed to the reader of the stream. `stop` ends the decompression if
  // the caller stops reading early.
  const written = entry
    .getData(writable, { signal: stop.signal })
    .catch((error: unknown) => writable.abort(error).catch(() => undefined));
  const chunks = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await pieces.guard(filename, () => chunks.read());
      if (done) break;
      yield value;
    }
  } finally {
    stop.abort();
    await chunks.cancel().catch(() => undefined);
    await written;
  }
}

function decoderOf(name: string): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new UnreadableFile(`${name} is not valid UTF-8`);
    }
  };
}
