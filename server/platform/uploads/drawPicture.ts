import sharp from "sharp";
import type { PictureRefusal } from "./pictureRefusals.ts";
import { MAX_MEGAPIXELS } from "./pictureRefusals.ts";

/** What the process gets. */
export interface GivenPicture {
  content: Uint8Array;
  kind: "png" | "jpeg" | "svg" | "webp" | "gif";
  /** A logo becomes a PNG that fits into a box, and a picture of a person a square WebP. */
  use: "logo" | "person";
}

/** What the process answers. */
export type DrawnPicture = { drawn: Uint8Array } | { refusal: PictureRefusal };

// This file is a process of its own (`readPicture.ts`), because neither libvips nor librsvg can be
// stopped while they draw. A few kilobytes of SVG can demand hours or gigabytes.

/**
 * The size of a stored logo in pixels: four times the recommended 200×50 (docs/specification.md
 * "9. Business constants and limits").
 */
const BOX = { width: 800, height: 200, fit: "inside" } as const;

/** The size of a person's picture in pixels: four times the largest that pages show, which is 64. */
const SQUARE = { width: 256, height: 256, fit: "cover" } as const;

/** Milliseconds of processor time after which the process gives up. */
const MAX_PROCESSOR_MS = 5_000;

/** Bytes of memory at which the process gives up. A picture of 24 megapixels takes 300 MB. */
const MAX_MEMORY = 512 * 1024 * 1024;

/** Milliseconds between two looks at the processor time and the memory. */
const WATCH_MS = 10;

// Nothing but the expected kind is decoded, whatever the bytes claim to be. librsvg resolves no
// address except `data:` without a base address, and external entities are not loaded.
sharp.block({ operation: ["VipsForeignLoad"] });
const DECODERS = {
  png: "VipsForeignLoadPng",
  jpeg: "VipsForeignLoadJpeg",
  svg: "VipsForeignLoadSvg",
  webp: "VipsForeignLoadWebp",
  gif: "VipsForeignLoadNsgif",
};
sharp.cache(false);
sharp.concurrency(1);

async function draw({ content, kind, use }: GivenPicture): Promise<DrawnPicture> {
  sharp.unblock({ operation: [DECODERS[kind]] });
  const isSvg = kind === "svg";
  // Many phones write JPEG files with minor errors or without an end mark. Browsers draw what they
  // can read of a JPEG.
  const failOn = kind === "jpeg" ? "none" : "warning";
  // An SVG is drawn in the size of the box, however large it says that it is.
  const limitInputPixels = isSvg ? false : MAX_MEGAPIXELS * 1_000_000;
  try {
    // Of an animation, only the first picture is decoded.
    const upright = sharp(content, { failOn, limitInputPixels, sequentialRead: true }).autoOrient();
    if (use === "person") return { drawn: await upright.resize(SQUARE).webp().toBuffer() };
    const drawn = await upright
      .resize({ ...BOX, withoutEnlargement: !isSvg })
      .png({ compressionLevel: 9 })
      .toBuffer();
    if (!isSvg) return { drawn };
    sharp.unblock({ operation: [DECODERS.png] });
    const { channels } = await sharp(drawn).stats();
    return channels[3]?.max === 0 ? { refusal: "empty" } : { drawn };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes("exceeds pixel limit");
    return { refusal: isTooLarge ? "tooLarge" : "notAnImage" };
  }
}

function answer(drawn: DrawnPicture): void {
  process.send?.(drawn, () => process.kill(process.pid, "SIGKILL"));
}

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > MAX_MEMORY || user + system > MAX_PROCESSOR_MS * 1000)
    answer({ refusal: "tooCostly" });
}, WATCH_MS);
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (picture: GivenPicture) => void draw(picture).then(answer));
