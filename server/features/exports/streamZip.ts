import { crc32 } from "node:zlib";
import type { ExportedFile } from "./exportProgress.ts";

/** The numbers by which the ZIP format identifies DEFLATE, and content that is not compressed. */
const [DEFLATE, STORE] = [8, 0];

/** A last block without content, which ends a DEFLATE stream. */
const LAST_BLOCK = Buffer.from([3, 0]);

interface ZipOptions {
  files: readonly (readonly [name: string, file: ExportedFile])[];
  /** Returns the stored part of a file at a position. */
  readPart: (file: string, position: number) => Promise<Uint8Array>;
  /** Files that follow and that are not compressed, because they are compressed by themselves. */
  pictures: AsyncIterable<{ name: string; content: Uint8Array }>;
  modifiedAt: Date;
}

/**
 * Returns a ZIP file of files whose parts are compressed already, and of pictures. One part or picture
 * at a time is in memory, and it is read only when the reader requests data.
 */
export async function* streamZip({
  files,
  readPart,
  pictures,
  modifiedAt,
}: ZipOptions): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const write = async () => {
    // Loaded on demand, because the library would take several MB of an idle portal's memory.
    const { ZipWriter } = await import("@zip.js/zip.js/lib/zip-core-writer.js");
    const zip = new ZipWriter(writable, {
      passThrough: true,
      compressionMethod: DEFLATE,
      useWebWorkers: false,
      lastModDate: modifiedAt,
    });
    for (const [name, file] of files) {
      const content = streamOf(partsOf(name, file, readPart));
      await zip.add(name, content, { uncompressedSize: file.bytes, crc32: file.crc32 });
    }
    for await (const { name, content } of pictures)
      await zip.add(name, streamOfOne(content), {
        compressionMethod: STORE,
        uncompressedSize: content.length,
        crc32: crc32(content),
      });
    await zip.close();
  };
  // If a part cannot be read, the reader gets the error. If the reader disconnects, the writer
  // stops with an error that is ignored.
  const written = write().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  yield* readable;
  await written;
}

/** Returns a stream that takes the next piece only when its reader requests data. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

function streamOfOne(content: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(content);
      controller.close();
    },
  });
}

async function* partsOf(
  name: string,
  { parts }: ExportedFile,
  readPart: ZipOptions["readPart"],
): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < parts; position += 1) yield await readPart(name, position);
  yield LAST_BLOCK;
}
