import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { HttpError } from "#server/platform/http/httpError.ts";
import { jpegOf, pictureOf, pngBomb, pngOf } from "#server/checks/fixtures/pictures.ts";
import { readLogo, readTextPicture } from "./readPicture.ts";

const NOT_AN_IMAGE = "Please select an image file";
const OTHER_TYPE = "Please select a PNG, JPG or SVG file";

async function refusalOf(content: Buffer): Promise<string> {
  const error: unknown = await readLogo(content).catch((reason: unknown) => reason);
  if (!(error instanceof HttpError)) throw new Error("The logo was not refused");
  expect(error.status).toBe(400);
  return error.message;
}

describe("an accepted picture", () => {
  test("a PNG or JPEG becomes a PNG and keeps its size", async () => {
    for (const content of [await pngOf(), await jpegOf()]) {
      const logo = await readLogo(content);
      expect(logo.contentType).toBe("image/png");
      const { format, width, height } = await sharp(logo.content).metadata();
      expect([format, width, height]).toEqual(["png", 200, 50]);
    }
  });

  test.each([
    [4000, 1000, [800, 200]],
    [1000, 1000, [200, 200]],
    [300, 20, [300, 20]],
  ])(
    "a picture of %i×%i pixels fits into 800×200 and is not enlarged",
    async (width, height, size) => {
      const { info } = await sharp((await readLogo(await pngOf(width, height))).content).toBuffer({
        resolveWithObject: true,
      });
      expect([info.width, info.height]).toEqual(size);
    },
  );

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

/** The end of a picture from a Samsung phone: one entry of data, its directory and the mark SEFT. */
const SAMSUNG_TRAILER = Buffer.from(
  "\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1690000000000SEFH\x6b\0\0\0\x01\0\0\0\0\0\x01\x0a\x24\0\0\0\x23\0\0\0\x18\0\0\0SEFT",
  "latin1",
);

describe("a JPEG as phones write it", () => {
  test.each([
    ["data of the phone after its end", (jpeg: Buffer) => Buffer.concat([jpeg, SAMSUNG_TRAILER])],
    ["no end mark", (jpeg: Buffer) => jpeg.subarray(0, -2)],
    ["no end mark, and a part of a byte pair", (jpeg: Buffer) => jpeg.subarray(0, -1)],
    [
      "data of the phone instead of an end mark",
      (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, -2), SAMSUNG_TRAILER]),
    ],
    ["a byte too many before a marker", (jpeg: Buffer) => withByteBeforeMarker(jpeg)],
  ])("a JPEG with %s is drawn like the whole JPEG", async (_, changed) => {
    const jpeg = await noisyPicture().jpeg({ progressive: true }).toBuffer();
    const [whole, other] = [await readLogo(jpeg), await readLogo(changed(jpeg))];
    expect(other.content.equals(whole.content)).toBe(true);
  });

  test("a JPEG that was cut is drawn as far as it goes, as browsers do", async () => {
    const jpeg = await noisyPicture().jpeg().toBuffer();
    const [whole, cut] = await Promise.all(
      [jpeg, jpeg.subarray(0, jpeg.length / 2)].map(async (content) =>
        sharp((await readLogo(content)).content)
          .raw()
          .toBuffer(),
      ),
    );
    const isTopSame = whole
      ?.subarray(0, whole.length / 4)
      .equals(cut?.subarray(0, whole.length / 4) ?? Buffer.alloc(0));
    expect([isTopSame, cut?.length]).toEqual([true, whole?.length]);
  });
});

/** Creates a picture that cannot be compressed well. */
const noisyPicture = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 30 },
      background: "#fff",
    },
  });

/** Adds a byte before the Huffman tables, where decoders skip it with a warning. */
function withByteBeforeMarker(jpeg: Buffer): Buffer {
  const tables = jpeg.indexOf(Buffer.from([0xff, 0xc4]));
  return Buffer.concat([jpeg.subarray(0, tables), Buffer.from([0]), jpeg.subarray(tables)]);
}

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

  test("a truncated PNG is refused, and so is a JPEG that ends before its picture", async () => {
    const png = await noisyPicture().png().toBuffer();
    const jpeg = await noisyPicture().jpeg().toBuffer();
    for (const part of [png.subarray(0, png.length / 2), png.subarray(0, 12), jpeg.subarray(0, 12)])
      expect(await refusalOf(part)).toBe(NOT_AN_IMAGE);
  });

  test("a decompression bomb is refused before it is decoded", async () => {
    const bomb = pngBomb(20_000, 20_000);
    expect(bomb.length).toBeLessThan(200_000);
    for (const content of [bomb, pngBomb(100_000, 300)])
      expect(await refusalOf(content)).toBe("The image must have at most 24 megapixels");
  });
});

const svg = (inner: string, size = 'viewBox="0 0 200 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inner}</svg>`;
const DOT = '<rect width="9" height="9"/>';

/** Draws an SVG and returns a function that returns the colour at a place of its 200×50 units. */
async function drawn(text: string): Promise<(x: number, y: number) => string> {
  const { contentType, content } = await readLogo(Buffer.from(text));
  expect(contentType).toBe("image/png");
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([800, 200, 4]);
  return (x, y) => {
    const start = (y * 4 * info.width + x * 4) * info.channels;
    return `#${data.subarray(start, start + 4).toString("hex")}`;
  };
}

const NOTHING = "#00000000";

describe("drawing an SVG", () => {
  test.each([
    [
      "a style sheet and a DOCTYPE, as from Illustrator",
      `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
${svg('<style type="text/css">.st0{fill:#2A7F62;}</style><rect class="st0" x="10" y="10" width="180" height="30" rx="8"/>')}`,
      "#2a7f62ff",
    ],
    [
      "entities, as from Illustrator",
      `<!DOCTYPE svg [<!ENTITY c "#2A7F62">]>${svg('<rect fill="&c;" width="200" height="50"/>')}`,
      "#2a7f62ff",
    ],
    [
      "a pattern",
      svg(
        '<defs><pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="4" height="8" fill="#b45309"/></pattern></defs><rect x="10" y="10" width="180" height="30" fill="url(#p)"/>',
      ),
      "#b45309ff",
    ],
    [
      "a switch",
      svg('<switch><g><circle cx="100" cy="25" r="18" fill="#1d4ed8"/></g></switch>'),
      "#1d4ed8ff",
    ],
    [
      "a variable with a fallback",
      svg('<circle cx="100" cy="25" r="18" style="fill:var(--brand,#0f9d58)"/>'),
      "#0f9d58ff",
    ],
    [
      "a filter and a clip path",
      svg(
        `<filter id="f"><feFlood flood-color="#123456"/></filter><clipPath id="c"><rect width="200" height="50"/></clipPath><g clip-path="url(#c)"><rect width="200" height="50" filter="url(#f)"/></g>`,
      ),
      "#123456ff",
    ],
  ])(
    "an SVG with %s is drawn as in a browser, in four times the recommended size",
    async (_, text, colour) => {
      const at = await drawn(text);
      expect(at(98, 25)).toBe(colour);
    },
  );

  test("an SVG is drawn in the size of a logo, however large it says that it is", async () => {
    for (const size of ['viewBox="0 0 2000000 500000"', 'width="2000000" height="500000"']) {
      const at = await drawn(svg('<rect width="1000000" height="500000" fill="#f00"/>', size));
      expect([at(50, 25), at(150, 25)]).toEqual(["#ff0000ff", NOTHING]);
    }
  });

  test("scripts, and references to files and hosts, have no effect on the picture", async () => {
    const file = join(tmpdir(), `hearback-logo-${String(process.pid)}.svg`);
    await writeFile(file, svg('<rect id="a" width="200" height="50" fill="#f00"/>'));
    const requests: string[] = [];
    const server = createServer((request, reply) => {
      requests.push(request.url ?? "");
      reply.end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const addresses = [`http://127.0.0.1:${String(port)}/x.svg`, `file://${file}`, file];
    const inner = addresses
      .map(
        (address) => `
      <image href="${address}" width="200" height="50"/><image xlink:href="${address}" width="200" height="50"/>
      <use href="${address}#a"/><rect width="200" height="50" fill="url(${address}#a)"/>
      <style>@import url("${address}"); @font-face { font-family: x; src: url("${address}") }</style>
      <xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}"/>`,
      )
      .join("");
    const at = await drawn(
      `<?xml-stylesheet href="${addresses[0]}"?><!DOCTYPE svg SYSTEM "${addresses[0]}">${svg(
        `<script href="${addresses[0]}">while (true);</script>${inner}<rect width="9" height="9" onload="while (true);"/>`,
      )}`,
    );
    server.close();
    expect([at(4, 4), at(100, 25)]).toEqual(["#000000ff", NOTHING]);
    expect(requests).toEqual([]);
  });

  test.each([
    ["an HTML page", "<!doctype html><html><body><svg></svg></body></html>"],
    ["an svg element of another namespace", "<svg xmlns='http://elsewhere.example/'><rect/></svg>"],
    ["other XML", "<x/>"],
    ["half an SVG", svg(DOT).slice(0, -10)],
    ["an SVG without a size", svg(DOT, 'width="0" height="0"')],
    [
      "an external entity",
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
    ],
    [
      "entities that expand to gigabytes",
      `<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">${Array.from({ length: 9 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`).join("")}]>${svg("<text>&a9;</text>")}`,
    ],
    ["100,000 nested groups", svg(`${"<g>".repeat(100_000)}${DOT}${"</g>".repeat(100_000)}`)],
  ])("a file with %s is refused", async (_, text) => {
    expect(await refusalOf(Buffer.from(text))).toBe(NOT_AN_IMAGE);
  });

  test("an SVG that draws nothing is refused", async () => {
    const foreign = "<foreignObject width='99' height='99'><p>Logo</p></foreignObject>";
    for (const inner of ["", foreign, '<g id="a"><use href="#a"/></g>'])
      expect(await refusalOf(Buffer.from(svg(inner)))).toBe("This SVG draws nothing");
  });

  test.each([
    [
      "would be drawn for minutes",
      `<filter id="f" x="0" y="0" width="1" height="1">${'<feTurbulence baseFrequency="0.01" numOctaves="200"/>'.repeat(50)}</filter>${'<rect width="200" height="50" filter="url(#f)"/>'.repeat(100)}`,
    ],
    [
      "contains a picture of gigabytes",
      `<image width="200" height="50" href="data:image/png;base64,${pngBomb(20_000, 20_000).toString("base64")}"/>`,
    ],
  ])("an SVG that %s is given up", async (_, inner) => {
    expect(await refusalOf(Buffer.from(svg(inner)))).toBe("This image takes too long to read");
  });
});

/** Creates an animated GIF whose frames differ. */
function gifOf(frames: number, width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill(
      frame % 2 === 0 ? 0 : 255,
      frame * width * height * 3,
      (frame + 1) * width * height * 3,
    );
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  return sharp(pixels, { raw }).gif().toBuffer();
}

/** Writes another size into the head of a GIF, which is the size of all frames. */
function withScreen(gif: Buffer, width: number, height: number): Buffer {
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
}

describe("a picture in a text", () => {
  test("an animation keeps its frames in both sizes", async () => {
    const picture = await readTextPicture(await gifOf(200, 720, 9));
    expect([picture.width, picture.height]).toEqual([720, 9]);
    for (const [file, width] of [
      [picture.content, 720],
      [picture.small, 640],
    ] as const) {
      const metadata = await sharp(file ?? undefined, { animated: true }).metadata();
      expect(metadata).toMatchObject({ format: "webp", pages: 200, width });
    }
  });

  test("nothing of the file remains but the picture", async () => {
    const png = await pictureOf(50, 50)
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1" } })
      .png()
      .toBuffer();
    expect((await sharp(png).metadata()).exif).toBeDefined();
    const script = "<html><script>alert(1)</script>";
    const { content } = await readTextPicture(Buffer.concat([png, Buffer.from(script)]));
    expect((await sharp(content).metadata()).exif).toBeUndefined();
    expect([content.includes("script"), content.includes("EXIF")]).toEqual([false, false]);
  });

  test.each([
    ["a bomb", () => pngBomb(20_000, 20_000), "The image must have at most 24 megapixels"],
    [
      "30,000 pixels of width and height",
      () => pngBomb(30_000, 30_000),
      "The image must have at most 24 megapixels",
    ],
    ["500 frames", () => gifOf(500, 8, 8), "The animation must have at most 200 frames"],
    [
      "large frames",
      async () => withScreen(await gifOf(100, 8, 8), 1200, 900),
      "The frames of the animation must have at most 80 megapixels together",
    ],
    ["an SVG", () => Buffer.from(svg(DOT)), "Please select a PNG, JPG, WebP or GIF file"],
    [
      "an SVG after the mark of a GIF",
      () => Buffer.from(`GIF89a${svg(DOT)}`),
      "Please select an image file",
    ],
    [
      "a web page",
      () => Buffer.from("<!doctype html><p>x</p>"),
      "Please select a PNG, JPG, WebP or GIF file",
    ],
    ["nothing", () => Buffer.alloc(0), "Please select an image file"],
    [
      "half a PNG",
      async () => (await noisyPicture().png().toBuffer()).subarray(0, 20_000),
      "Please select an image file",
    ],
    [
      "half a WebP",
      async () => (await noisyPicture().webp().toBuffer()).subarray(0, 2_000),
      "Please select an image file",
    ],
    [
      "half a GIF",
      async () => (await gifOf(20, 100, 100)).subarray(0, 60),
      "Please select an image file",
    ],
  ])("a file with %s is refused", async (_, content, message) => {
    const error: unknown = await readTextPicture(await content()).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ status: 400, message, fieldErrors: { file: [message] } });
  });
});
