import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJsonArray } from "./readJsonArray.ts";
import { readJsonLines } from "./readJsonLines.ts";

const listOf = <Item>(items: AsyncIterable<Item>): Promise<Item[]> =>
  Readable.from(items).toArray();

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** Yields `start`, then `piece` without end, and counts how often `piece` was read. */
function endless(start: string, piece: string) {
  const taken = { pieces: 0 };
  async function* pieces(): AsyncGenerator<string> {
    yield start;
    for (;;) {
      taken.pieces += 1;
      yield piece;
    }
  }
  return { taken, pieces: pieces() };
}

const elements = (text: string, length = 7) =>
  listOf(readJsonArray(inPieces(text, length), "a.json"));

describe("readJsonArray", () => {
  test("any array of objects is read, whatever the size of the pieces in which the text arrives and whatever the white space", async () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue());
    const options = [fc.array(record), fc.integer({ min: 1, max: 40 }), fc.nat(3)] as const;
    await fc.assert(
      fc.asyncProperty(...options, async (records, length, indent) => {
        const text = ` ${JSON.stringify(records, null, indent)}\n`;
        expect(await elements(text, length)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ["", "a.json is incomplete"],
    ['[{"a":1}', "a.json is incomplete"],
    ['[{"a":"', "a.json is incomplete"],
    ['{"a":1}', "a.json is not a list of records"],
    ["[1,2]", "a.json is not a list of records"],
    ["[{}] x", "a.json is not a list of records"],
    ['[{"a":1},{a:1}]', "a.json: record 2 is not valid JSON"],
    ['[{"a":[}]', "a.json: record 1 is not valid JSON"],
    [`[{"a":${"[".repeat(1000)}`, "a.json: record 1 is nested too deeply"],
  ])("a text that is no list of objects is refused: %s", async (text, message) => {
    await expect(elements(text)).rejects.toThrow(message);
  });

  test.each([
    ['[{"a":"', " ".repeat(64 * 1024)],
    ['[{"a":"', '\\"'.repeat(32 * 1024)],
    ['[{"a":[', "1,".repeat(32 * 1024)],
  ])("a record without end is refused after a megabyte: %s", async (start, piece) => {
    const { taken, pieces } = endless(start, piece);
    await expect(listOf(readJsonArray(pieces, "a.json"))).rejects.toThrow(
      "a.json: record 1 is too large",
    );
    expect(taken.pieces).toBeLessThan(20);
  });

  test("white space between the elements of an array does not count toward the maximum record size", async () => {
    async function* spaces() {
      yield "[{}";
      for (let piece = 0; piece < 1000; piece += 1) yield " ".repeat(64 * 1024);
      yield ",{}]";
    }
    expect(await listOf(readJsonArray(spaces(), "a.json"))).toEqual([{}, {}]);
  });
});

describe("readJsonLines", () => {
  const lines = (text: string) => listOf(readJsonLines(inPieces(text, 5), "a.jsonl"));

  test("each line is read as a record, even if the last line has no line feed", async () => {
    expect(await lines('{"a":1}\n{"a":"\u2028ä"}')).toEqual([
      { value: { a: 1 }, line: 1 },
      { value: { a: "\u2028ä" }, line: 2 },
    ]);
  });

  test("a line that is not valid JSON is refused with its number", async () => {
    await expect(lines("{}\n{")).rejects.toThrow("a.jsonl: line 2 is not valid JSON");
  });

  test("a line without end is refused when it exceeds a megabyte", async () => {
    const { taken, pieces } = endless("{}\n", " ".repeat(64 * 1024));
    await expect(listOf(readJsonLines(pieces, "a.jsonl"))).rejects.toThrow(
      "a.jsonl: line 2 is too long",
    );
    expect(taken.pieces).toBeLessThan(20);
  });
});
