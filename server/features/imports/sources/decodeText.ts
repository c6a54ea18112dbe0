import { invalid } from "#server/platform/http/httpError.ts";

const NOT_TEXT = "This file is not text. Save it as CSV";
const BROKEN = "This file is neither valid UTF-8 nor another known encoding. Save it as UTF-8";

const refused = (message: string) => invalid({ file: [message] });

/**
 * Decodes a text while it arrives. The encoding is UTF-8, UTF-16 or Windows-1252. A text that is not valid UTF-8 is decoded as Windows-1252 from the first chunk with
 * invalid bytes. All characters before the chunk must be ASCII, which is the same in both encodings.
 * The chunk must contain more invalid bytes than valid characters that are not ASCII: a few pairs of
 * Windows-1252, such as `ß“`, are valid UTF-8, but most of a file in UTF-8 is.
 * @throws HttpError 400 for bytes that are not text in one of these encodings
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decode: ((chunk: Uint8Array, isLast: boolean) => string) | undefined;
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    let content = chunk;
    if (!decode) {
      start = Buffer.concat([start, chunk]);
      // Waits for enough bytes to recognize a byte order mark.
      if (start.length < 4) continue;
      decode = decoderOf(start);
      content = start;
    }
    yield checked(decode(content, false));
  }
  if (decode) yield checked(decode(new Uint8Array(), true));
  else yield checked(decoderOf(start)(start, true));
}

function checked(text: string): string {
  if (text.includes("\0")) throw refused(NOT_TEXT);
  return text;
}

function decoderOf(start: Buffer): (chunk: Uint8Array, isLast: boolean) => string {
  const mark = start.toString("hex", 0, 2);
  if (mark === "fffe") return strict("utf-16le");
  if (mark === "feff") return strict("utf-16be");
  // Without a mark, UTF-16 shows by the NUL in each of the first ASCII characters.
  const isNul = [0, 1, 2, 3].map((index) => start[index] === 0).join();
  if (isNul === "false,true,false,true") return strict("utf-16le");
  if (isNul === "true,false,true,false") return strict("utf-16be");
  return utf8OrWindows();
}

function strict(encoding: "utf-16le" | "utf-16be" | "utf-8") {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk: Uint8Array, isLast: boolean) => {
    try {
      return decoder.decode(chunk, { stream: !isLast });
    } catch {
      throw refused(BROKEN);
    }
  };
}

function utf8OrWindows() {
  let decoder = new TextDecoder("utf-8", { fatal: true });
  let isAscii = true;
  /**
   * The bytes at the end of the previous chunk that are possibly the beginning of a character whose
   * other bytes are in the next chunk.
   */
  let tail: Buffer = Buffer.alloc(0);
  return (chunk: Uint8Array, isLast: boolean): string => {
    try {
      const text = decoder.decode(chunk, { stream: !isLast });
      // oxlint-disable-next-line no-control-regex -- ASCII contains control characters
      isAscii &&= /^[\0-\x7F\uFEFF]*$/.test(text);
      tail = endOf(chunk.length < 3 ? Buffer.concat([tail, chunk]) : chunk);
      return text;
    } catch {
      const rest = Buffer.concat([tail, chunk]);
      if (!isAscii || !isMostlyInvalid(rest)) throw refused(BROKEN);
      decoder = new TextDecoder("windows-1252");
      return decoder.decode(rest, { stream: !isLast });
    }
  };
}

/** Whether bytes contain more errors than characters that are not ASCII when decoded as UTF-8. */
function isMostlyInvalid(bytes: Buffer): boolean {
  const text = new TextDecoder().decode(bytes);
  const errors = text.match(/\uFFFD/g)?.length ?? 0;
  const characters = text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  return errors > characters;
}

/** Returns the bytes after the last ASCII character of the chunk, but at most three bytes. */
function endOf(chunk: Uint8Array): Buffer {
  const last = Buffer.from(chunk.slice(-3));
  const ascii = last.findLastIndex((byte) => byte < 0x80);
  return last.subarray(ascii + 1);
}
