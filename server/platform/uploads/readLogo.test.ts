import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { HttpError } from "#server/platform/http/httpError.ts";
import { jpegOf, pictureOf, pngBomb, pngOf } from "#server/checks/fixtures/pictures.ts";
import { processorMs } from "#server/checks/fixtures/processorMs.ts";
import { readLogo } from "./readLogo.ts";

const NOT_AN_IMAGE = "Please select an image file";
const OTHER_TYPE = "Please select a PNG, JPG or SVG file";

async function refusalOf(content: Buffer): Promise<string> {
  const start = processorMs();
  const error: unknown = await readLogo(content).catch((reason: unknown) => reason);
  if (!(error instanceof HttpError)) throw new Error("The logo was not refused");
  expect(error.status).toBe(400);
  expect(processorMs() - start).toBeLessThan(1000);
  return error.message;
}

describe("an accepted picture", () => {
  test("a picture's type is detected from its bytes, and its width and height are preserved", async () => {
    for (const [content, contentType] of [
      [await pngOf(), "image/png"],
      [await jpegOf(), "image/jpeg"],
    ] as const) {
      const logo = await readLogo(content);
      expect(logo.contentType).toBe(contentType);
      expect(await sharp(logo.content).metadata()).toMatchObject({ width: 200, height: 50 });
    }
  });

  test("a large picture is scaled down to fit 800×400", async () => {
    const { width, height } = await sharp(
      (await readLogo(await pngOf(4000, 1000))).content,
    ).metadata();
    expect([width, height]).toEqual([800, 200]);
  });

  test("a picture keeps its transparency", async () => {
    const content = await sharp({
      create: { width: 9, height: 9, channels: 4, background: "#00000000" },
    })
      .png()
      .toBuffer();
    const { data } = await sharp((await readLogo(content)).content)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
  });

  test("a picture is rotated upright and loses its metadata", async () => {
    const content = await pictureOf(100, 40)
      .withExif({ IFD0: { Copyright: "someone's name" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(content.includes("someone's name")).toBe(true);
    const { content: rewritten } = await readLogo(content);
    const metadata = await sharp(rewritten).metadata();
    expect(metadata).toMatchObject({ width: 40, height: 100 });
    expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(rewritten.includes("someone's name")).toBe(false);
  });

  test("data that follow the end of a picture are removed", async () => {
    for (const picture of [await pngOf(), await jpegOf()]) {
      const { content } = await readLogo(
        Buffer.concat([picture, Buffer.from("<html><script>alert(1)</script>")]),
      );
      expect(content.includes("script")).toBe(false);
    }
  });
});

describe("a refused picture", () => {
  test("an image of another type is refused with a message that names the accepted types", async () => {
    const picture = pictureOf(20, 20);
    const others = [
      await picture.clone().gif().toBuffer(),
      await picture.clone().webp().toBuffer(),
      await picture.clone().tiff().toBuffer(),
      await picture.clone().avif({ effort: 0 }).toBuffer(),
      Buffer.from("BM\x36\x10\0\0\0\0\0\0\x36", "latin1"),
      Buffer.from("\0\0\x01\0\x01\0\x10\x10", "latin1"),
    ];
    for (const other of others) expect(await refusalOf(other)).toBe(OTHER_TYPE);
  });

  test("a file that is not an image is refused", async () => {
    const others = [
      Buffer.from("%PDF-1.7"),
      Buffer.from("BM picture"),
      Buffer.from("hello"),
      Buffer.alloc(0),
      Buffer.alloc(100_000),
    ];
    for (const other of others) expect(await refusalOf(other)).toBe(NOT_AN_IMAGE);
  });

  test("a truncated picture is refused", async () => {
    const noise = sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        noise: { type: "gaussian", mean: 128, sigma: 30 },
        background: "#fff",
      },
    });
    const png = await noise.clone().png().toBuffer();
    const jpeg = await noise.clone().jpeg().toBuffer();
    for (const whole of [png, jpeg]) {
      expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe(NOT_AN_IMAGE);
      expect(await refusalOf(whole.subarray(0, 12))).toBe(NOT_AN_IMAGE);
    }
  });

  test("a decompression bomb is refused before it is decoded", async () => {
    const bomb = pngBomb(20_000, 20_000);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await refusalOf(bomb)).toBe("The image must have at most 24 megapixels");
    expect(await refusalOf(pngBomb(100_000, 300))).toBe(
      "The image must have at most 24 megapixels",
    );
  });
});
