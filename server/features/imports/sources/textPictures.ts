import { createHash } from "node:crypto";
import { withPictureIds } from "#contract/pictures.ts";
import type { ImportSource } from "#contract/importFormats.ts";
import type { TextFormat } from "#contract/textFormat.ts";
import type { SourceRecord } from "./importRecord.ts";
import type { ZipTexts } from "./readZip.ts";

/** The maximum number of pictures that an import takes out of a file. */
const MAX_FILE_PICTURES = 20_000;

/**
 * The size in the address of a picture whose size is unknown until it is drawn. No real size is
 * longer, so that a text stays within its limit.
 */
export const UNKNOWN_SIZE = "0000x0000";

/**
 * Returns the id that a picture of another product or portal gets in every company. Because it never
 * changes, a later import of the same text finds nothing new in it. A file cannot name a picture that
 * the company already has, because it does not choose the id.
 */
function importedPictureId(source: ImportSource, key: string): string {
  const hex = createHash("sha256").update(`${source} ${key}`).digest("hex");
  const [a, b, c, d] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${a}-${b}-${c}-${d}-${hex.slice(20, 32)}`;
}

/** Collects the pictures that the texts of a file contain, and reads them from its ZIP. */
export class TextPictures {
  readonly #source: ImportSource;
  /** Returns the name of a picture's file in the ZIP. */
  readonly #fileOf: (key: string) => string;
  /** The ids of the pictures in the texts, by their keys in the file. */
  readonly #ids = new Map<string, string>();

  readonly #leftOut: string[] = [];

  constructor(source: ImportSource, fileOf: (key: string) => string) {
    this.#source = source;
    this.#fileOf = fileOf;
  }

  /** Returns the id that a picture of a text gets here. */
  idOf(key: string): string {
    const id = this.#ids.get(key) ?? importedPictureId(this.#source, key);
    if (this.#ids.size <= MAX_FILE_PICTURES) this.#ids.set(key, id);
    return id;
  }

  /** Names a picture in the report that the text has no room for. */
  leaveOut(key: string): void {
    this.#leftOut.push(key);
  }

  /** Returns a Markdown source with the ids that its pictures get here. */
  inText<Text extends string | null>(text: Text, format: TextFormat | undefined): Text | string {
    if (text === null || format !== "markdown") return text;
    return withPictureIds(text, (key) => this.idOf(key));
  }

  /**
   * Yields the pictures of all texts so far, one at a time in memory. A file that is missing or
   * damaged is named in the report and leaves the rest of the import alone.
   */
  async *records(zip: ZipTexts): AsyncGenerator<SourceRecord> {
    let count = 0;
    let part = 0;
    const unreadable = (title: string, problem: string): SourceRecord => {
      return { file: title, line: 1, kind: "unreadable", of: "picture", title, problem };
    };
    for (const key of this.#leftOut)
      yield unreadable(this.#fileOf(key), "The text has no room for the picture");
    for (const [key, id] of this.#ids) {
      count += 1;
      const title = this.#fileOf(key);
      if (count > MAX_FILE_PICTURES) {
        const problem = `The texts contain more than ${String(MAX_FILE_PICTURES)} pictures`;
        yield unreadable(title, problem);
        return;
      }
      const { content: picture, problem } = await zip.readPicture(title);
      if (picture) {
        const bytes = picture.length;
        yield { file: title, line: 1, kind: "picture", key: id, title, part, bytes, picture };
        part += 1;
      } else yield unreadable(title, problem);
    }
  }
}
