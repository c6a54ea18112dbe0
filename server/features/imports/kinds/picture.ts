import { pictureQuotaMessage } from "#contract/quotas.ts";
import {
  deleteImportedPictures,
  insertImportedPicture,
  keepPictureFiles,
  listImportedPictures,
} from "#server/features/imports/importedPictures.queries.ts";
import { excerptOf, RecordProblem } from "#server/features/imports/sources/recordChecks.ts";
import { readPart } from "#server/features/imports/storedFile.ts";
import { objectKey, storeOf } from "#server/platform/uploads/pictureFiles.ts";
import { findPictureBytes } from "#server/features/pictures/pictures.queries.ts";
import type { Database } from "#server/platform/db/database.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { TextPicture } from "#server/platform/uploads/readPicture.ts";
import { readTextPicture } from "#server/platform/uploads/readPicture.ts";
import type { PictureOptions, RecordKind, WritableRecord } from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

interface PlannedPicture {
  /** The number of the file among the import's stored pictures. */
  part: number;
  bytes: number;
  person: null;
}

const MEGABYTE = 1024 * 1024;

/** Pictures are drawn anew like uploaded ones. Each belongs to the text that is written after it. */
export const picture: RecordKind<PlannedPicture> = {
  order: "position",

  // Each of them is in memory and takes up to 15 s of processor time.
  recordsAtOnce: 4,

  check(record) {
    if (record.kind !== "picture") throw new RecordProblem("This is no picture");
    const { key, title, part, bytes } = record;
    return { key, title: excerptOf(title), data: { part, bytes, person: null }, leftOut: [] };
  },

  async plan(db, records, { companyId, pictureMegabytes, plannedBytes }) {
    const pictureIds = records.map(({ key }) => key);
    const existing = await db.all(listImportedPictures, { companyId, pictureIds });
    const ids = new Set(existing.map(({ id }) => id));
    const used = await db.first(findPictureBytes, { companyId });
    let room = pictureMegabytes * MEGABYTE - (used?.bytes ?? 0) - plannedBytes;
    return records.map(({ key, data }) => {
      if (ids.has(key)) return same;
      if (data.bytes > room) return skipped(pictureQuotaMessage(pictureMegabytes));
      room -= data.bytes;
      return created(data);
    });
  },

  async prepare(database, records, { companyId, importId, pictures }) {
    const db = database.tenant(companyId);
    const draw = async ({ position, key, record }: WritableRecord<PlannedPicture>) => {
      const { part } = record;
      const content = await readPart(db, { companyId, importId, section: "picture_file", part });
      if (!content) throw new Error("The file of a picture is missing");
      const drawn = await drawnOr(content);
      if (typeof drawn !== "string")
        await putIntoStore(database, pictures, { companyId, key, drawn });
      return [position, drawn] as const;
    };
    return new Map(await Promise.all(records.map(draw)));
  },

  async write(db, records, { prepared, pictures: { megabytes, store }, refused }) {
    const { companyId } = db;
    const used = await db.first(findPictureBytes, { companyId });
    let room = megabytes * MEGABYTE - (used?.bytes ?? 0);
    const written: number[] = [];
    for (const { position, key } of records) {
      const drawn = prepared.get(position) ?? "The picture was not drawn";
      const problem = typeof drawn === "string" ? drawn : null;
      const bytes =
        typeof drawn === "string" ? 0 : drawn.content.length + (drawn.small?.length ?? 0);
      if (typeof drawn === "string" || bytes > room) {
        refused.set(position, problem ?? pictureQuotaMessage(megabytes));
        continue;
      }
      room -= bytes;
      const { content, small, width, height } = drawn;
      const files = store
        ? { isInStore: true, content: null, smallContent: null }
        : { isInStore: false, content, smallContent: small };
      const row = { companyId, pictureId: key, width, height, bytes, ...files };
      await db.all(insertImportedPicture, row);
      written.push(position);
    }
    return written;
  },

  async takeBack(db, records) {
    const { companyId } = db;
    const pictureIds = records.map(({ key }) => key);
    await db.all(deleteImportedPictures, { companyId, pictureIds });
  },
};

/** Returns the drawn picture, or why it is refused. */
async function drawnOr(content: Buffer): Promise<TextPicture | string> {
  try {
    return await readTextPicture(content);
  } catch (error) {
    // Another error would repeat with each attempt, so it must not end the run either.
    const refusal = error instanceof HttpError ? error : undefined;
    return Object.values(refusal?.fieldErrors ?? {}).flat()[0] ?? "The picture cannot be read";
  }
}

/**
 * Puts the files into the store before their row exists, so that no row is ever without them. If the
 * row is never written, the clean-up deletes them.
 */
async function putIntoStore(
  { system }: Database,
  { store }: PictureOptions,
  { companyId, key, drawn }: { companyId: number; key: string; drawn: TextPicture },
): Promise<void> {
  if (!store) return;
  const files = [
    { name: objectKey(companyId, key, "full"), content: drawn.content },
    { name: objectKey(companyId, key, "small"), content: drawn.small },
  ];
  await system.all(keepPictureFiles, { objectKeys: files.map(({ name }) => name) });
  const objects = storeOf(store);
  for (const { name, content } of files)
    if (content) await objects.put(name, content, "image/webp");
}
