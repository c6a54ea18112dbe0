import { programFile } from "#server/platform/config/projectRoot.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { createSemaphore } from "#server/platform/http/semaphore.ts";
import { askProcess } from "./askProcess.ts";
import type { DrawnPicture, GivenPicture } from "./drawPicture.ts";
import { PICTURE_REFUSALS } from "./pictureRefusals.ts";

/** A logo that the portal has drawn. */
export interface Logo {
  readonly contentType: "image/png";
  readonly content: Buffer;
}

type Kind = GivenPicture["kind"];

/** The kinds of each use, and the message for an image of another kind. */
const USES = {
  logo: { field: "logo", kinds: ["png", "jpeg", "svg"], others: "PNG, JPG or SVG" },
  person: {
    field: "picture",
    kinds: ["png", "jpeg", "webp", "gif"],
    others: "PNG, JPG, WebP or GIF",
  },
  text: {
    field: "file",
    kinds: ["png", "jpeg", "webp", "gif"],
    others: "PNG, JPG, WebP or GIF",
  },
} as const satisfies Record<
  GivenPicture["use"],
  { field: string; kinds: readonly Kind[]; others: string }
>;

/** Maximum number of pictures that are drawn at once. */
const drawing = createSemaphore(2);

/**
 * Draws an uploaded logo anew, as PNG (docs/product-decisions.md "HTTP").
 * @throws HttpError 400
 */
export async function readLogo(uploaded: Uint8Array): Promise<Logo> {
  return { contentType: "image/png", content: (await readPicture(uploaded, "logo")).content };
}

/**
 * Draws an uploaded picture of a person anew, as a square WebP.
 * @throws HttpError 400
 */
export async function readProfilePicture(uploaded: Uint8Array): Promise<Buffer> {
  return (await readPicture(uploaded, "person")).content;
}

/** A picture in a text, as WebP. */
export interface TextPicture {
  readonly content: Buffer;
  /** The smaller form of a wide picture. */
  readonly small: Buffer | null;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws an uploaded picture for a text anew.
 * @throws HttpError 400
 */
export function readTextPicture(uploaded: Uint8Array): Promise<TextPicture> {
  return readPicture(uploaded, "text");
}

/**
 * Draws a picture for a text that the portal has composed as an SVG.
 * @throws Error if it cannot be drawn
 */
export async function drawComposedPicture(svg: string): Promise<TextPicture> {
  const drawn = await drawing(() => draw({ content: Buffer.from(svg), kind: "svg", use: "text" }));
  if ("refusal" in drawn) throw new Error(PICTURE_REFUSALS[drawn.refusal]);
  return textPictureOf(drawn);
}

const textPictureOf = ({
  drawn,
  small,
  width,
  height,
}: Extract<DrawnPicture, { drawn: Uint8Array }>): TextPicture => ({
  content: Buffer.from(drawn),
  small: small && Buffer.from(small),
  width,
  height,
});

/** The type is detected from the bytes, never from a name or a header. */
async function readPicture(uploaded: Uint8Array, use: GivenPicture["use"]): Promise<TextPicture> {
  const { field, kinds, others } = USES[use];
  const refused = (message: string) => invalid({ [field]: [message] });
  const content = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.byteLength);
  const kind = kindOf(content);
  if (!kind || !(kinds as readonly Kind[]).includes(kind)) {
    const isImage = kind !== undefined || isOtherImage(content);
    throw refused(isImage ? `Please select a ${others} file` : PICTURE_REFUSALS.notAnImage);
  }
  const drawn = await drawing(() => draw({ content, kind, use }));
  if ("refusal" in drawn) throw refused(PICTURE_REFUSALS[drawn.refusal]);
  return textPictureOf(drawn);
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/**
 * Number of bytes at the beginning of a file that are examined to decide whether the file is text
 * that starts with a tag. A byte order mark and white space may precede the tag.
 */
const SNIFFED_BYTES = 1024;

function kindOf(content: Buffer): Kind | undefined {
  if (content.subarray(0, PNG.length).equals(PNG)) return "png";
  if (content.subarray(0, JPEG.length).equals(JPEG)) return "jpeg";
  const start = content.toString("latin1", 0, SNIFFED_BYTES);
  if (/^GIF8[79]a/.test(start)) return "gif";
  if (/^RIFF.{4}WEBP/s.test(start)) return "webp";
  return /^(?:\u00EF\u00BB\u00BF)?\s*</.test(start) ? "svg" : undefined;
}

/** The first bytes of TIFF, BMP, icon, and AVIF or HEIC files, as Latin-1. */
const OTHER_IMAGE =
  // oxlint-disable-next-line no-control-regex -- the signatures contain control characters
  /^(?:II\*\0|MM\0\*|BM.{4}\0{4}|\0\0\x01\0|.{4}ftyp(?:avi[fs]|hei[cx]|mif1))/s;

/** Whether the bytes start like an image of a common type that is never accepted. */
function isOtherImage(content: Buffer): boolean {
  return OTHER_IMAGE.test(content.toString("latin1", 0, 16));
}

const DRAW_PICTURE = programFile("server/platform/uploads/drawPicture.ts");

/** Milliseconds after which the process is killed if it has not given up by itself. */
const TIMEOUT_MS = 60_000;

async function draw(picture: GivenPicture): Promise<DrawnPicture> {
  const outcome = await askProcess<DrawnPicture>(DRAW_PICTURE, picture, { timeoutMs: TIMEOUT_MS });
  if ("answer" in outcome) return outcome.answer;
  if (outcome.exitCode === null) return { refusal: "tooCostly" };
  throw new Error(`The process that draws pictures ended with ${String(outcome.exitCode)}`);
}
