import type Sharp from "sharp";
import { createSemaphore } from "#server/platform/http/semaphore.ts";
import { logoRefused, notALogoType, notAnImage } from "./logoRefusals.ts";
import { readSvg } from "./readSvg.ts";

/** A picture that is safe to store and to serve. */
export interface Logo {
  readonly contentType: "image/png" | "image/jpeg" | "image/svg+xml";
  readonly content: Buffer;
}

const MAX_MEGAPIXELS = 24;
/**
 * Maximum size of a stored logo in pixels: four times the recommended 200×50 (docs/specification.md
 * "9. Business constants and limits"), with extra height for tall logos.
 */
const BOX = { width: 800, height: 400, fit: "inside", withoutEnlargement: true } as const;
const SECONDS = 5;

let loading: Promise<typeof Sharp> | undefined;

/** Loads sharp with the first picture, because sharp takes 20 MB of memory. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Only PNG and JPEG can be decoded, whatever the bytes claim to be, and nothing is cached between
  // uploads.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg"] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const decoding = createSemaphore(2);

/**
 * Converts uploaded bytes to a safe logo. The type is detected from the bytes, never from a name or
 * a header. PNG and JPEG are decoded and encoded again, rotated upright and without metadata. An
 * SVG is rewritten from its allowed parts.
 * @throws HttpError 400, or 413 for an SVG that is too large
 */
export async function readLogo(uploaded: Uint8Array): Promise<Logo> {
  const content = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.byteLength);
  const kind = kindOf(content);
  if (!kind) throw isOtherImage(content) ? notALogoType() : notAnImage();
  if (kind === "svg") return { contentType: "image/svg+xml", content: readSvg(content) };
  return { contentType: `image/${kind}`, content: await decoding(() => reencode(content, kind)) };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/**
 * Number of bytes at the beginning of a file that are examined to decide whether the file is text
 * that starts with a tag. A byte order mark and white space may precede the tag.
 */
const SNIFFED_BYTES = 1024;

function kindOf(content: Buffer): "png" | "jpeg" | "svg" | undefined {
  if (content.subarray(0, PNG.length).equals(PNG)) return "png";
  if (content.subarray(0, JPEG.length).equals(JPEG)) return "jpeg";
  return /^(?:\u00EF\u00BB\u00BF)?\s*</.test(content.toString("latin1", 0, SNIFFED_BYTES))
    ? "svg"
    : undefined;
}

/** The first bytes of GIF, WebP, TIFF, BMP, icon, and AVIF or HEIC files, as Latin-1. */
const OTHER_IMAGE =
  // oxlint-disable-next-line no-control-regex -- the signatures contain control characters
  /^(?:GIF8[79]a|RIFF.{4}WEBP|II\*\0|MM\0\*|BM.{4}\0{4}|\0\0\x01\0|.{4}ftyp(?:avi[fs]|hei[cx]|mif1))/s;

/** Whether the bytes start like an image of a common type that is not accepted as a logo. */
function isOtherImage(content: Buffer): boolean {
  return OTHER_IMAGE.test(content.toString("latin1", 0, 16));
}

async function reencode(content: Buffer, kind: "png" | "jpeg"): Promise<Buffer> {
  const options = { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, sequentialRead: true } as const;
  const sharp = await (loading ??= loadSharp());
  const picture = sharp(content, options).autoOrient().resize(BOX).timeout({ seconds: SECONDS });
  try {
    return await (kind === "png"
      ? picture.png({ compressionLevel: 9 }).toBuffer()
      : picture.jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer());
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    if (reason.includes("exceeds pixel limit")) {
      throw logoRefused(`The image must have at most ${String(MAX_MEGAPIXELS)} megapixels`);
    }
    if (reason.includes("timeout")) throw logoRefused("This image takes too long to read");
    throw notAnImage();
  }
}
