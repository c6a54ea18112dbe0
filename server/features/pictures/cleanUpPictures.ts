import type { ObjectStoreConfig } from "#server/platform/config/objectStoreConfig.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { storeOf } from "#server/platform/uploads/pictureFiles.ts";
import {
  deleteLoosePictures,
  forgetRemovedObject,
  listRemovedObjects,
  notePicturesWithoutText,
} from "./pictures.queries.ts";

/** Maximum number of pictures in one statement. */
const ROWS = 100;

/**
 * Deletes the pictures that have stood in no text for a day, and the files of deleted pictures in
 * the store. A store that does not answer is asked again by the next clean-up.
 */
export async function cleanUpPictures(
  db: SystemDb,
  store: ObjectStoreConfig | undefined,
  signal?: AbortSignal,
): Promise<void> {
  while ((await db.all(notePicturesWithoutText, { rows: ROWS })).length > 0)
    signal?.throwIfAborted();
  while ((await db.all(deleteLoosePictures, { rows: ROWS })).length > 0) signal?.throwIfAborted();
  if (!store) return;
  const objects = storeOf(store);
  for (;;) {
    const removed = await db.all(listRemovedObjects, { rows: ROWS });
    if (removed.length === 0) return;
    for (const { objectKey, isUsed } of removed) {
      signal?.throwIfAborted();
      if (!isUsed) await objects.delete(objectKey);
      await db.all(forgetRemovedObject, { objectKey });
    }
  }
}
