export interface MultipartPart {
  name: string;
  filename?: string;
  type?: string;
  content: Uint8Array | string;
}

const BOUNDARY = "----boundary-of-a-test";

/** A multipart/form-data body as a browser sends it, for `visitor.post(path, payload, headers)`. */
export function multipartOf(...parts: MultipartPart[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, filename, type, content }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`;
    return [head, type === undefined ? "\r\n" : `Content-Type: ${type}\r\n\r\n`, content, "\r\n"];
  });
  const payload = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
  return { payload, headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` } };
}
