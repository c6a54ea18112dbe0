import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { Endpoint, UploadedStream } from "#contract/endpoint.ts";
import { HttpError, invalid } from "#server/platform/http/httpError.ts";

/** Limits of a multipart body with a text and a file. */
const LIMITS = {
  files: 1,
  fields: 1,
  fieldSize: 256,
  parts: 3,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

type StreamedBody = NonNullable<Endpoint["uploadStream"]>;

const damaged = () => new HttpError(400, "The upload is incomplete or damaged");

/**
 * Reads the text of a multipart body and calls `work`, which receives the file while it arrives, so
 * that no file is in memory as a whole. The text must precede the file. The remaining bytes of a
 * refused body are discarded.
 * @throws HttpError 400 without the text or the file, or for a damaged body; 413 if the file is too
 * large
 */
export async function withUploadStream<T>(
  request: FastifyRequest,
  expected: StreamedBody,
  work: (body: UploadedStream) => Promise<T>,
): Promise<T> {
  try {
    return await work(await findFile(request, expected));
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function findFile(
  request: FastifyRequest,
  { field, textField, maxBytes }: StreamedBody,
): Promise<UploadedStream> {
  const missing = invalid({ [field]: ["Please select a file to upload"] });
  if (!request.isMultipart()) throw missing;
  let text: string | undefined;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type === "field") {
        if (part.fieldname === textField && typeof part.value === "string") text = part.value;
        continue;
      }
      if (part.fieldname !== field || !part.filename) throw missing;
      if (text === undefined) throw invalid({ [textField]: ["Send this field before the file"] });
      return { text, filename: part.filename, content: contentOf(part.file, maxBytes) };
    }
  } catch (error) {
    throw error instanceof HttpError ? error : damaged();
  }
  throw missing;
}

async function* contentOf(
  file: MultipartFile["file"],
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const megabytes = String(maxBytes / 1024 / 1024);
  const tooLarge = new HttpError(413, `File size must be at most ${megabytes} MB`);
  // Refuses the file as soon as it exceeds the limit, without reading the remaining bytes.
  file.once("limit", () => file.destroy(tooLarge));
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw error instanceof HttpError ? error : damaged();
  }
}
