import { UnreadableFile } from "./source.ts";

/** The maximum length of a record's text in characters. */
const MAX_RECORD = 1024 * 1024;

/** The maximum nesting of a record. Records of real files have up to four levels. */
const MAX_DEPTH = 32;

/**
 * Reads the elements of a JSON array of objects while its text arrives. Only one element is in
 * memory. The text is divided into elements here, and `JSON.parse` parses each element. This is
 * four times as fast as the packages that read JSON token by token
 * (docs/decisions/0048-importing.md).
 * @throws UnreadableFile
 */
export async function* readJsonArray(
  text: AsyncIterable<string>,
  fileName: string,
): AsyncGenerator {
  const splitter = new ArraySplitter(fileName);
  for await (const piece of text) yield* splitter.split(piece);
  splitter.finish();
}

const SPACE = /\s*/y;
const SPACE_OR_COMMA = /[\s,]*/y;
const MARK = /["{}[\]]/g;

class ArraySplitter {
  readonly #fileName: string;
  /** Whether the text read so far ends before, inside or after the array. */
  #place: "before" | "inside" | "behind" = "before";
  #records = 0;
  /** The remaining text. If an element has begun, the text begins with this element. */
  #text = "";
  /** The position in the text up to which the current element has been scanned. */
  #position = 0;
  /** The number of open brackets and braces in the current element; 0 between elements. */
  #depth = 0;
  /** Whether the position is inside a string of the current element. */
  #isInString = false;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  *split(piece: string): Generator {
    this.#text += piece;
    while (this.#depth > 0 ? this.#findEnd() : this.#findStart()) {
      if (this.#depth > 0) continue;
      yield this.#parse(this.#text.slice(0, this.#position));
      this.#drop(this.#position);
    }
    if (this.#text.length > MAX_RECORD) throw this.#problem("is too large");
  }

  finish(): void {
    if (this.#place !== "behind") throw new UnreadableFile(`${this.#fileName} is incomplete`);
  }

  /** Moves to the start of the next element. Returns false if the text does not contain it yet. */
  #findStart(): boolean {
    const between = this.#place === "inside" ? SPACE_OR_COMMA : SPACE;
    between.lastIndex = 0;
    this.#drop(between.exec(this.#text)?.[0].length ?? 0);
    const mark = this.#text.at(0);
    if (mark === undefined) return false;
    if (this.#place === "before" && mark === "[") this.#place = "inside";
    else if (this.#place === "inside" && mark === "]") this.#place = "behind";
    else if (this.#place === "inside" && mark === "{") {
      this.#depth = 1;
      this.#position = 1;
      return true;
    } else throw new UnreadableFile(`${this.#fileName} is not a list of records`);
    this.#drop(1);
    return this.#findStart();
  }

  /** Moves to the end of the current element. Returns false if the text does not contain it yet. */
  #findEnd(): boolean {
    while (this.#depth > 0) {
      const at = this.#isInString
        ? endOfString(this.#text, this.#position)
        : nextMark(this.#text, this.#position);
      this.#position = at === undefined ? this.#text.length : at + 1;
      if (at === undefined) return false;
      const mark = this.#text.charAt(at);
      if (mark === '"') this.#isInString = !this.#isInString;
      else this.#depth += mark === "{" || mark === "[" ? 1 : -1;
      if (this.#depth > MAX_DEPTH) throw this.#problem("is nested too deeply");
    }
    return true;
  }

  #parse(text: string): unknown {
    this.#records += 1;
    if (text.length > MAX_RECORD) throw this.#problem("is too large", 0);
    try {
      return JSON.parse(text);
    } catch {
      throw this.#problem("is not valid JSON", 0);
    }
  }

  #drop(characters: number): void {
    this.#text = this.#text.slice(characters);
    this.#position = 0;
  }

  #problem(text: string, ahead = 1): UnreadableFile {
    return new UnreadableFile(`${this.#fileName}: record ${String(this.#records + ahead)} ${text}`);
  }
}

/** Returns the position of the next quote, bracket or brace, or undefined if none follows. */
function nextMark(text: string, from: number): number | undefined {
  MARK.lastIndex = from;
  return MARK.exec(text)?.index;
}

/**
 * Returns the position of the quote that ends the string, or undefined. `from` is a position in the
 * string.
 */
function endOfString(text: string, from: number): number | undefined {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charAt(quote - 1 - backslashes) === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return undefined;
}
