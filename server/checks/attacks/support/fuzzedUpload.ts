import fc from "fast-check";
import { hostileText } from "./hostileValues.ts";

export interface FuzzedUpload {
  type: string;
  body: Buffer;
}

const BOUNDARY = "fuzz";

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([PNG_START, bytes])),
  fc
    .constantFrom(
      '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>',
      '<!DOCTYPE svg [<!ENTITY a "&a;&a;">]><svg>&a;</svg>',
      `<svg xmlns="http://www.w3.org/2000/svg">${"<g>".repeat(5_000)}`,
      "\u0000",
    )
    .map((text) => Buffer.from(text)),
);

const oneLine = hostileText.map((text) =>
  text
    .toWellFormed()
    .replaceAll(/[\r\n]/g, " ")
    .slice(0, 2_000),
);

/** A part of a multipart body with a valid or malformed header. */
const part = fc
  .record({
    name: fc.oneof(
      { weight: 4, arbitrary: fc.constant("logo") },
      { weight: 1, arbitrary: oneLine },
    ),
    filename: fc.oneof(
      fc.constantFrom(
        '; filename="logo.png"',
        "",
        '; filename=""',
        '; filename="../../x.png"',
        "; filename*=utf-8''%ZZ",
        '; filename="a\\"; name="other',
      ),
      oneLine.map((text) => `; filename="${text}"`),
    ),
    more: fc.constantFrom(
      "",
      "Content-Type: image/png\r\n",
      "Content-Type: multipart/mixed; boundary=inner\r\n",
      "Content-Transfer-Encoding: base64\r\n",
      `X: ${"y".repeat(20_000)}\r\n`,
      "no colon here\r\n",
      "X: y\r\n".repeat(2_500),
    ),
    content,
  })
  .map(({ name, filename, more, content: bytes }) =>
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n${more}\r\n`,
      ),
      bytes,
      Buffer.from("\r\n"),
    ]),
  );

/**
 * Multipart bodies that are valid, truncated, nested or unterminated, or have up to 2,000 parts.
 */
export const fuzzedUpload: fc.Arbitrary<FuzzedUpload> = fc
  .record({
    parts: fc.oneof(
      { weight: 6, arbitrary: fc.array(part, { maxLength: 3 }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(part, fc.integer({ min: 20, max: 2_000 }))
          .map(([one, count]) => Array.from({ length: count }, () => one.subarray(0, 200))),
      },
    ),
    end: fc.oneof(
      { weight: 4, arbitrary: fc.constant(`--${BOUNDARY}--\r\n`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "",
          "--",
          `--${BOUNDARY}`,
          `--${BOUNDARY}--${"x".repeat(500)}`,
          "\r\n\r\n",
        ),
      },
    ),
    type: fc.oneof(
      { weight: 6, arbitrary: fc.constant(`multipart/form-data; boundary=${BOUNDARY}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "multipart/form-data",
          "multipart/form-data; boundary=",
          `multipart/form-data; boundary="${"x".repeat(300)}"`,
          "multipart/mixed; boundary=fuzz",
          "application/json",
          "image/png",
        ),
      },
    ),
  })
  .map(({ parts, end, type }) => ({ type, body: Buffer.concat([...parts, Buffer.from(end)]) }));
