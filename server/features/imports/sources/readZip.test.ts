import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { zipOf } from "#server/checks/fixtures/imports/zipOf.ts";
import { openZip } from "./readZip.ts";

const textOf = async (pieces: AsyncIterable<string>) =>
  (await Readable.from(pieces).toArray()).join("");

const read = async (bytes: Uint8Array, name = "a.json") => {
  const zip = await openZip(storedFileOf(bytes), [name]);
  return textOf(zip.read(name));
};

const TEXT = "Grün 🌙\r\n".repeat(50_000);
const fileOf = (options?: Record<string, unknown>) =>
  zipOf([
    { name: "other/b.json", content: new Uint8Array(300_000) },
    { name: "a.json", content: TEXT, ...(options && { options }) },
  ]);

/** Returns a copy of a ZIP in which the 32-bit number at a position is replaced. */
function patched(bytes: Uint8Array, at: (found: Buffer) => number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, at(copy));
  return copy;
}

/** Returns a function that finds a field of `a.json` in the ZIP's central directory. */
const inDirectory = (field: number) => (bytes: Buffer) => bytes.lastIndexOf("a.json") - 46 + field;
/** Returns a function that finds a field of `a.json` in the header before the file's content. */
const inHeader = (field: number) => (bytes: Buffer) => bytes.indexOf("a.json") - 30 + field;

const SIZE = { header: 22, directory: 24 };
const CHECKSUM = { header: 14, directory: 16 };

describe("reading a file in a ZIP", () => {
  test.each([
    ["is compressed", undefined],
    ["is not compressed", { level: 0 }],
    ["is in a ZIP64 file", { zip64: true }],
    ["has its size after its content", { dataDescriptor: true }],
  ])("a file in a ZIP is read if the file %s", async (_, options) => {
    expect(await read(await fileOf(options))).toBe(TEXT);
  });

  test("reading a file that the ZIP does not contain yields no text, even if the ZIP contains similar paths", async () => {
    const bytes = await zipOf([
      { name: "../a.json", content: "1" },
      { name: "/a.json", content: "2" },
      { name: "folder/a.json", content: "3" },
    ]);
    expect(await read(bytes)).toBe("");
  });

  test("a caller that stops reading early ends the decompression, and the file can be read again", async () => {
    const zip = await openZip(storedFileOf(await fileOf()), ["a.json"]);
    for await (const piece of zip.read("a.json")) {
      expect(TEXT.startsWith(piece)).toBe(true);
      break;
    }
    expect(await textOf(zip.read("a.json"))).toBe(TEXT);
  });

  test("an error of the storage is not reported as a damaged file", async () => {
    const { size, read: readBytes } = storedFileOf(await fileOf());
    let failing = false;
    const zip = await openZip(
      {
        size,
        async *read(offset) {
          if (failing) throw new Error("The connection was closed");
          yield* readBytes(offset);
        },
      },
      ["a.json"],
    );
    failing = true;
    await expect(textOf(zip.read("a.json"))).rejects.toThrow("The connection was closed");
  });
});

describe("reading a malicious or damaged ZIP", () => {
  test.each<[string, () => Promise<Uint8Array>, string]>([
    [
      "a file that is no ZIP",
      async () => Buffer.from("title\nDark mode\n".repeat(10)),
      "no ZIP file",
    ],
    ["an empty file", async () => new Uint8Array(), "no ZIP file"],
    ["a truncated ZIP", async () => (await fileOf()).subarray(0, -200), "no ZIP file"],
    [
      "an encrypted file",
      () => fileOf({ password: "secret" }),
      "a.json is encrypted. Upload a ZIP file without a password",
    ],
    ["a link", () => fileOf({ unixMode: 0o120_777 }), "a.json is not a file"],
    [
      "a file that is compressed to a thousandth",
      () => zipOf([{ name: "a.json", content: " ".repeat(4_000_000) }]),
      "a.json is too large for its compressed size",
    ],
    [
      "text that is not UTF-8",
      () => zipOf([{ name: "a.json", content: new Uint8Array([0x5b, 0xff, 0x5d]) }]),
      "a.json is not valid UTF-8",
    ],
  ])("%s is refused by the ZIP reader", async (_, bytes, message) => {
    await expect(read(await bytes())).rejects.toThrow(message);
  });

  test("a ZIP that contains the same name twice is refused", async () => {
    const bytes = await zipOf([
      { name: "a.json", content: "1" },
      { name: "b.json", content: "2" },
    ]);
    const twice = Buffer.from(
      Buffer.from(bytes).toString("latin1").replaceAll("b.json", "a.json"),
      "latin1",
    );
    await expect(read(twice)).rejects.toThrow("The ZIP file contains a.json twice");
  });

  test("a file whose checksum is wrong is refused", async () => {
    const bytes = await zipOf([{ name: "a.json", content: TEXT }]);
    const wrong = patched(
      patched(bytes, inHeader(CHECKSUM.header), 1),
      inDirectory(CHECKSUM.directory),
      1,
    );
    await expect(read(wrong)).rejects.toThrow("a.json is damaged");
  });

  test("a file that is larger than its header says is refused before all of it is read", async () => {
    const bytes = await zipOf([{ name: "a.json", content: " ".repeat(4_000_000) }]);
    const lying = patched(patched(bytes, inHeader(SIZE.header), 9), inDirectory(SIZE.directory), 9);
    const zip = await openZip(storedFileOf(lying), ["a.json"]);
    let characters = 0;
    const reading = async () => {
      for await (const piece of zip.read("a.json")) characters += piece.length;
    };
    await expect(reading()).rejects.toThrow("a.json is damaged");
    expect(characters).toBeLessThanOrEqual(9);
  });

  test("a ZIP whose central directory exceeds the size limit is refused", async () => {
    const bytes = Buffer.from(await zipOf([{ name: "a.json", content: "1" }]));
    const end = bytes.length - 22;
    const large = Buffer.concat([Buffer.alloc(40_000_000), bytes.subarray(end)]);
    large.writeUInt32LE(40_000_000, 40_000_000 + 12);
    large.writeUInt32LE(0, 40_000_000 + 16);
    await expect(read(large)).rejects.toThrow("The ZIP file contains too many files");
  });
});
