import { fork } from "node:child_process";
import { programFile } from "#server/platform/config/projectRoot.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { createSemaphore } from "#server/platform/http/semaphore.ts";
import type { DrawnLogo, GivenLogo } from "./drawLogo.ts";
import type { LogoRefusal } from "./logoRefusals.ts";
import { LOGO_REFUSALS } from "./logoRefusals.ts";

/** A picture that the portal has drawn. */
export interface Logo {
  readonly contentType: "image/png";
  readonly content: Buffer;
}

const refused = (refusal: LogoRefusal) => invalid({ logo: [LOGO_REFUSALS[refusal]] });

/** Maximum number of logos that are drawn at once. */
const drawing = createSemaphore(2);

/**
 * Draws an uploaded picture anew, as PNG (docs/product-decisions.md "HTTP"). The type is detected
 * from the bytes, never from a name or a header.
 * @throws HttpError 400
 */
export async function readLogo(uploaded: Uint8Array): Promise<Logo> {
  const content = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.byteLength);
  const kind = kindOf(content);
  if (!kind) throw refused(isOtherImage(content) ? "otherType" : "notAnImage");
  const drawn = await drawing(() => draw({ content, kind }));
  if ("refusal" in drawn) throw refused(drawn.refusal);
  return { contentType: "image/png", content: Buffer.from(drawn.png) };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/**
 * Number of bytes at the beginning of a file that are examined to decide whether the file is text
 * that starts with a tag. A byte order mark and white space may precede the tag.
 */
const SNIFFED_BYTES = 1024;

function kindOf(content: Buffer): GivenLogo["kind"] | undefined {
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

const DRAW_LOGO = programFile("server/platform/uploads/drawLogo.ts");

/** Milliseconds after which the process is killed if it has not given up by itself. */
const TIMEOUT_MS = 60_000;

async function draw(logo: GivenLogo): Promise<DrawnLogo> {
  const child = fork(DRAW_LOGO, {
    env: {},
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const answer = new Promise<DrawnLogo>((resolve, reject) => {
    child.once("message", (drawn: DrawnLogo) => resolve(drawn));
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === null) resolve({ refusal: "tooCostly" });
      else reject(new Error(`The process that draws logos ended with ${String(code)}`));
    });
  });
  child.send(logo);
  return answer;
}
