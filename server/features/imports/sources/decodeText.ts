import { TextDecoder } from "node:util";
import type { ImportEncoding } from "#contract/importFormats.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { guessEncoding } from "./guessEncoding.ts";

const NOT_TEXT = "This file is not text. Save it as CSV";
const BROKEN = "This file is neither valid UTF-8 nor another known encoding. Save it as UTF-8";

const refused = (message: string) => invalid({ file: [message] });

/**
 * The number of bytes at the beginning of a text, and from its first character that is not ASCII,
 * from which the encoding is guessed. They bound the time that an upload takes on the serving thread.
 */
const SAMPLE_BYTES = 16 * 1024;
/** The number of bytes before the first character that is not ASCII, for the beginning of its word. */
const WORD_BYTES = 32;

/** Finds the encoding of a text while the text arrives. */
export class EncodingFinder {
  #start: Buffer = Buffer.alloc(0);
  /** The text from its first character that is not ASCII. */
  #sample: Buffer = Buffer.alloc(0);
  #utf8: TextDecoder | undefined = new TextDecoder("utf-8", { fatal: true });
  #hasNul = false;

  add(chunk: Uint8Array): void {
    if (this.#start.length < SAMPLE_BYTES)
      this.#start = Buffer.concat([this.#start, chunk.subarray(0, SAMPLE_BYTES)]);
    this.#hasNul ||= chunk.includes(0);
    const foreign = this.#sample.length > 0 ? 0 : chunk.findIndex((byte) => byte > 0x7f);
    if (foreign >= 0 && this.#sample.length < SAMPLE_BYTES) {
      const start = Math.max(0, foreign - WORD_BYTES);
      this.#sample = Buffer.concat([this.#sample, chunk.subarray(start, start + SAMPLE_BYTES)]);
    }
    this.#decodeUtf8(chunk, { stream: true });
  }

  #decodeUtf8(chunk: Uint8Array, options: { stream: boolean }): void {
    try {
      this.#utf8?.decode(chunk, options);
    } catch {
      this.#utf8 = undefined;
    }
  }

  /**
   * Returns the encoding after the whole text has been added.
   * @throws HttpError 400 for bytes that are no text, and for UTF-8 with errors
   */
  async find(): Promise<ImportEncoding> {
    const utf16 = this.#utf16();
    if (utf16) return utf16;
    if (this.#hasNul) throw refused(NOT_TEXT);
    this.#decodeUtf8(new Uint8Array(), { stream: false });
    if (this.#utf8) return "utf-8";
    if (!isMostlyInvalid(this.#sample)) throw refused(BROKEN);
    return guessEncoding(this.#sample);
  }

  /**
   * Without a mark, UTF-16 shows by the NUL in each ASCII character, such as the line breaks.
   */
  #utf16(): "utf-16le" | "utf-16be" | undefined {
    const mark = this.#start.toString("hex", 0, 2);
    if (mark === "fffe") return "utf-16le";
    if (mark === "feff") return "utf-16be";
    if (!this.#start.includes(0)) return undefined;
    return (["utf-16le", "utf-16be"] as const).find((encoding) => {
      const text = new TextDecoder(encoding).decode(this.#start);
      return /[\r\n]/.test(text) && !text.includes("\0");
    });
  }
}

/**
 * Whether bytes contain more errors than characters that are not ASCII when decoded as UTF-8. A few
 * pairs of Windows-1252, such as `ß“`, are valid UTF-8, but most of a file in UTF-8 is.
 */
function isMostlyInvalid(bytes: Buffer): boolean {
  const text = new TextDecoder().decode(bytes);
  const errors = text.match(/\uFFFD/g)?.length ?? 0;
  const characters = text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  return errors > characters;
}

/** Decodes a text. Bytes that are not valid in the encoding become U+FFFD. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: ImportEncoding = "utf-8",
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
