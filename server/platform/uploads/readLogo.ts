import type Sharp from "sharp";
import { createSemaphore } from "#server/platform/http/semaphore.ts";
import { logoRefused, notAnImage } from "./logoRefusals.ts";
import { readSvg } from "./readSvg.ts";

/** A picture that is safe to keep and to serve. */
export interface Logo {
  readonly contentType: "image/png" | "image/jpeg" | "image/svg+xml";
  readonly content: Buffer;
}

const MAX_MEGAPIXELS = 24;
/** The recommended 200×50 (SPEC section 9), four times as sharp, with room for tall ones. */
const BOX = { width: 800, height: 400, fit: "inside", withoutEnlargement: true } as const;
const SECONDS = 5;

let loading: Promise<typeof Sharp> | undefined;

/** Loaded with the first picture: 20 MB that most processes never need. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Only what is asked for below can be loaded, whatever the bytes say, and nothing is kept between uploads.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg"] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const decoding = createSemaphore(2);

/**
 * Makes a logo of uploaded bytes. The type is read from them, never from a name or a header. PNG and JPG are decoded and encoded
 * anew, upright and without metadata; an SVG is written anew from what is allowed of it.
 * @throws HttpError 400, or 413 for an SVG that is too large
 */
export async function readLogo(uploaded: Uint8Array): Promise<Logo> {
  const content = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.byteLength);
  const kind = kindOf(content);
  if (!kind) throw notAnImage();
  if (kind === "svg") return { contentType: "image/svg+xml", content: readSvg(content) };
  return { contentType: `image/${kind}`, content: await decoding(() => encodeAnew(content, kind)) };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Enough to see whether a file is text that begins with a tag, after a byte order mark and white space. */
const BEGINNING = 1024;

function kindOf(content: Buffer): "png" | "jpeg" | "svg" | undefined {
  if (content.subarray(0, PNG.length).equals(PNG)) return "png";
  if (content.subarray(0, JPEG.length).equals(JPEG)) return "jpeg";
  return /^(?:\u00EF\u00BB\u00BF)?\s*</.test(content.toString("latin1", 0, BEGINNING))
    ? "svg"
    : undefined;
}

async function encodeAnew(content: Buffer, kind: "png" | "jpeg"): Promise<Buffer> {
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
