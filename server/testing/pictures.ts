import { crc32, deflateSync } from "node:zlib";
import type { Sharp } from "sharp";
import sharp from "sharp";

/** A real picture of one colour. */
export function pictureOf(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 4, background: "#c2410c" } });
}

export function pngOf(width = 200, height = 50): Promise<Buffer> {
  return pictureOf(width, height).png().toBuffer();
}

export function jpegOf(width = 200, height = 50): Promise<Buffer> {
  return pictureOf(width, height).jpeg().toBuffer();
}

/** A PNG that is whole and small, and unfolds to this many black and white pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
