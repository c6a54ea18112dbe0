import type { MultipartFile } from "@fastify/multipart";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { UploadedFile } from "#contract/endpoint.ts";
import { uploadLimit } from "./uploadLimit.ts";
import { HttpError, invalid } from "#server/platform/http/httpError.ts";

/** What a multipart body may weigh beside its file, in bytes: boundaries, part headers and small fields. */
const ENVELOPE_BYTES = 64 * 1024;

/** Small fields beside the file are passed over; a body with more than these is refused. */
const LIMITS = {
  files: 2,
  fields: 8,
  fieldSize: 4096,
  parts: 10,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

/** Makes a scope's routes take multipart/form-data and nothing else. Nothing is read before the handler asks for it. */
export async function takeUploadsOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => {
    done(new HttpError(415, "Send multipart/form-data"));
  });
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/**
 * Reads the one file of a multipart body, from the field of this name, into memory; never onto a disk.
 * Whatever is refused is read to its end and forgotten, so that the connection can be used again.
 * @throws HttpError 400 without a file, with two, or for a damaged body; 413 from the limit on (SPEC sections 5 and 9)
 */
export async function readUpload(request: FastifyRequest, field: string): Promise<UploadedFile> {
  const missing = invalid({ [field]: ["Please select a file to upload"] });
  if (!request.isMultipart()) throw missing;
  const limit = uploadLimit(request.requestContext.site);
  const tooLarge = new HttpError(413, `File size must be less than ${String(limit.megabytes)}MB`);
  if (Number(request.headers["content-length"] ?? 0) > limit.bytes + ENVELOPE_BYTES) throw tooLarge;
  let uploaded: UploadedFile | undefined;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: limit.bytes - 1 } })) {
      if (part.type === "field") continue;
      if (part.fieldname !== field) throw missing;
      if (uploaded) throw invalid({ [field]: ["Please select only one file"] });
      uploaded = { filename: part.filename, content: await collect(part.file, tooLarge) };
    }
  } catch (error) {
    // The parser's own errors carry all sorts of statuses, or none.
    throw error instanceof HttpError
      ? error
      : new HttpError(400, "The upload is incomplete or damaged");
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
  // A form sent without choosing a file carries an empty one without a name.
  if (!uploaded || (!uploaded.filename && uploaded.content.length === 0)) throw missing;
  return uploaded;
}

async function collect(file: MultipartFile["file"], tooLarge: HttpError): Promise<Buffer> {
  if (file.truncated) throw tooLarge;
  // Without this, the rest of a large file would be awaited before it is refused.
  file.once("limit", () => file.destroy(tooLarge));
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
