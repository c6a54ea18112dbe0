import type { Sharp } from "sharp";
import sharp from "sharp";
import { SMALL_PICTURE_PIXELS } from "#contract/pictureAddress.ts";
import type { PictureRefusal } from "./pictureRefusals.ts";
import { MAX_ANIMATED_MEGAPIXELS, MAX_FRAMES, MAX_MEGAPIXELS } from "./pictureRefusals.ts";

/** What the process gets. */
export interface GivenPicture {
  content: Uint8Array;
  kind: "png" | "jpeg" | "svg" | "webp" | "gif";
  /**
   * A logo becomes a PNG that fits into a box, a picture of a person a square WebP, and a picture in
   * a text a WebP, which keeps its animation, and a smaller one if it is wide.
   */
  use: "logo" | "person" | "text";
}

/** What the process answers. The size is that of `drawn`. */
export type DrawnPicture =
  | { drawn: Uint8Array; small: Uint8Array | null; width: number; height: number }
  | { refusal: PictureRefusal };

// This file is a process of its own (`readPicture.ts`), because neither libvips nor librsvg can be
// stopped while they draw. A few kilobytes of SVG can demand hours or gigabytes.

/**
 * The size of a stored logo in pixels: four times the recommended 200×50 (docs/specification.md
 * "9. Business constants and limits").
 */
const BOX = { width: 800, height: 200, fit: "inside" } as const;

/** The size of a person's picture in pixels: four times the largest that pages show, which is 64. */
const SQUARE = { width: 256, height: 256, fit: "cover" } as const;

/** The size in pixels into which a picture in a text fits. */
const IN_TEXT = {
  width: 1600,
  height: 1600,
  fit: "inside",
  withoutEnlargement: true,
} as const;

/** Screenshots with small letters stay sharp. */
const WEBP = { quality: 85, smartSubsample: true, effort: 4 } as const;

/** Drawing an animation takes a third of the time and of the memory that it takes with `WEBP`. */
const ANIMATED_WEBP = { quality: 75, effort: 1 } as const;

/** Milliseconds of processor time after which the process gives up. Animations take the most. */
const MAX_PROCESSOR_MS = { logo: 5_000, person: 5_000, text: 15_000 };

/** Bytes of memory at which the process gives up. A picture of 24 megapixels takes 300 MB. */
const MAX_MEMORY = 512 * 1024 * 1024;

/** Maximum size of a drawn picture in bytes, as in the table `picture`. */
const MAX_DRAWN_BYTES = 8 * 1024 * 1024;

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
    if (use === "text") return await drawForText(content, failOn);
    // Of an animation, only the first picture is decoded.
    const upright = sharp(content, { failOn, limitInputPixels, sequentialRead: true }).autoOrient();
    if (use === "person") return await drawnOnce(upright.resize(SQUARE).webp());
    const logo = await drawnOnce(
      upright.resize({ ...BOX, withoutEnlargement: !isSvg }).png({ compressionLevel: 9 }),
    );
    if (!isSvg) return logo;
    sharp.unblock({ operation: [DECODERS.png] });
    const { channels } = await sharp(logo.drawn).stats();
    return channels[3]?.max === 0 ? { refusal: "empty" } : logo;
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes("exceeds pixel limit");
    return { refusal: isTooLarge ? "tooLarge" : "notAnImage" };
  }
}

async function drawnOnce(picture: Sharp) {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { drawn: data, small: null, width: info.width, height: info.height };
}

/** Draws a picture with its animation in both sizes. */
async function drawForText(content: Uint8Array, failOn: "none" | "warning"): Promise<DrawnPicture> {
  const { pages = 1, width, height } = await sharp(content, { failOn }).metadata();
  if (pages > MAX_FRAMES) return { refusal: "tooLong" };
  const limit = (pages > 1 ? MAX_ANIMATED_MEGAPIXELS : MAX_MEGAPIXELS) * 1_000_000;
  if (width * height * pages > limit)
    return { refusal: pages > 1 ? "tooLargeAnimation" : "tooLarge" };
  const open = () =>
    sharp(content, {
      failOn,
      animated: pages > 1,
      limitInputPixels: limit,
      sequentialRead: true,
    }).autoOrient();
  const webp = pages > 1 ? ANIMATED_WEBP : WEBP;
  const { data: drawn, info } = await open()
    .resize(IN_TEXT)
    .webp(webp)
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.pageHeight ?? info.height };
  if (drawn.length > MAX_DRAWN_BYTES) return { refusal: "tooManyBytes" };
  if (size.width <= SMALL_PICTURE_PIXELS) return { drawn, small: null, ...size };
  const small = await open().resize({ width: SMALL_PICTURE_PIXELS }).webp(webp).toBuffer();
  return { drawn, small, ...size };
}

function answer(drawn: DrawnPicture): void {
  process.send?.(drawn, () => process.kill(process.pid, "SIGKILL"));
}

function watch(use: GivenPicture["use"]): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > MAX_MEMORY || user + system > MAX_PROCESSOR_MS[use] * 1000)
      answer({ refusal: "tooCostly" });
  }, WATCH_MS);
}

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (picture: GivenPicture) => {
  watch(picture.use);
  void draw(picture).then(answer);
});
