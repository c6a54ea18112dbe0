import type { MultipartFile } from "@fastify/multipart";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { UploadedFile } from "#contract/endpoint.ts";
import { uploadLimit } from "./uploadLimit.ts";
import { HttpError, invalid } from "#server/platform/http/httpError.ts";

/**
 * Maximum size of a multipart body without its file, in bytes: boundaries, part headers and small
 * fields.
 */
const ENVELOPE_BYTES = 64 * 1024;

/**
 * Limits of a multipart body. A body with too many files, fields or parts is refused. Fields that
 * are too long are cut, and so are headers that are too long or too many. All fields except the
 * file are ignored.
 */
const LIMITS = {
  files: 2,
  fields: 8,
  fieldSize: 4096,
  parts: 10,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

/**
 * Makes the routes of a scope accept multipart/form-data only. The body is read when the handler
 * requests it.
 */
export async function takeUploadsOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => {
    done(new HttpError(415, "Send multipart/form-data"));
  });
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/**
 * Reads the only file of a multipart body, from the field of this name, into memory and never to
 * disk. A refused body is read to its end and discarded, so that the connection can be reused.
 * @throws HttpError 400 without a file, with two files, or for a damaged body; 413 if the file is
 * too large (docs/specification.md "5. Validation rules" and "9. Business constants and limits")
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
    // The parser's own errors have various statuses or no status, so all of them become a 400.
    throw error instanceof HttpError
      ? error
      : new HttpError(400, "The upload is incomplete or damaged");
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
  // A form that was sent without choosing a file contains an empty file without a name.
  if (!uploaded || (!uploaded.filename && uploaded.content.length === 0)) throw missing;
  return uploaded;
}

async function collect(file: MultipartFile["file"], tooLarge: HttpError): Promise<Buffer> {
  if (file.truncated) throw tooLarge;
  // Refuses the file as soon as it reaches the limit, without reading the remaining bytes.
  file.once("limit", () => file.destroy(tooLarge));
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
