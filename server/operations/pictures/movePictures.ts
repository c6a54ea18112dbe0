import { SMALL_PICTURE_PIXELS } from "#contract/pictureAddress.ts";
import { objectKey } from "#server/platform/uploads/pictureFiles.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import type { ObjectStore } from "#server/platform/uploads/objectStore.ts";
import type { MovedPicture } from "./movePictures.queries.ts";
import { findPictureToMove, placePictureFiles } from "./movePictures.queries.ts";

const FIRST = { afterCompanyId: 0, afterPictureId: "00000000-0000-0000-0000-000000000000" };

/**
 * Moves the files of all pictures into the store or into the database, one after the other, while
 * the portal runs. An interrupted move is continued by the next call. Returns the number of moved
 * pictures.
 */
export async function movePictures(
  db: SystemDb,
  store: ObjectStore,
  target: "store" | "database",
): Promise<number> {
  const move = target === "store" ? moveIntoStore : moveIntoDatabase;
  let moved = 0;
  let place = FIRST;
  for (;;) {
    const picture = await db.first(findPictureToMove, {
      ...place,
      isInStore: target === "database",
    });
    if (!picture) return moved;
    if (await move(db, store, picture)) moved += 1;
    place = { afterCompanyId: picture.companyId, afterPictureId: picture.pictureId };
  }
}

async function moveIntoStore(db: SystemDb, store: ObjectStore, picture: MovedPicture) {
  const { companyId, pictureId, content, smallContent } = picture;
  if (content) await store.put(objectKey(companyId, pictureId, "full"), content, "image/webp");
  if (smallContent)
    await store.put(objectKey(companyId, pictureId, "small"), smallContent, "image/webp");
  const files = { isInStore: true, content: null, smallContent: null };
  return db.first(placePictureFiles, { companyId, pictureId, ...files });
}

/**
 * @throws Error if a file is missing in the store, for example because its upload was interrupted
 */
async function moveIntoDatabase(db: SystemDb, store: ObjectStore, picture: MovedPicture) {
  const { companyId, pictureId, width } = picture;
  const keys = {
    full: objectKey(companyId, pictureId, "full"),
    small: objectKey(companyId, pictureId, "small"),
  };
  const content = await store.get(keys.full);
  if (!content) throw new Error(`The store has no file ${keys.full}`);
  const isSmallStored = width > SMALL_PICTURE_PIXELS;
  const smallContent = isSmallStored ? ((await store.get(keys.small)) ?? null) : null;
  const files = { isInStore: false, content, smallContent };
  const placed = await db.first(placePictureFiles, { companyId, pictureId, ...files });
  if (placed) for (const key of Object.values(keys)) await store.delete(key);
  return placed;
}
