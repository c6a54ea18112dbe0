import { PICTURE_FOLDER } from "#contract/exportFormat.ts";
import { objectKey, storeOf } from "#server/platform/uploads/pictureFiles.ts";
import { findPictureContent } from "#server/features/pictures/pictures.queries.ts";
import type { ObjectStoreConfig } from "#server/platform/config/objectStoreConfig.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { findExportedPictureBytes, listExportedPictures } from "./exportedRows.queries.ts";
import type { ExportSource, StepSlice } from "./exportStep.ts";

/** Pictures in one statement. */
const ROWS = 100;

/** Counts the pictures of the texts, which are read when the file is downloaded. */
export async function countPictures({ tenant, companyId }: ExportSource): Promise<StepSlice> {
  const found = await tenant.first(findExportedPictureBytes, { companyId });
  return { pieces: [], rows: 0, next: null, otherBytes: found?.bytes ?? 0 };
}

/**
 * Returns the pictures that stood in a text when the export began, one at a time in memory. What was
 * deleted meanwhile is missing.
 */
export async function* readExportedPictures(
  db: TenantDb,
  exportedAt: string,
  store: ObjectStoreConfig | undefined,
): AsyncGenerator<{ name: string; content: Uint8Array }> {
  const { companyId } = db;
  let afterPictureId = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const pictures = await db.all(listExportedPictures, {
      companyId,
      afterPictureId,
      exportedAt,
      rows: ROWS,
    });
    for (const { id, isInStore } of pictures) {
      const content = isInStore
        ? await storeOf(store).get(objectKey(companyId, id, "full"))
        : (await db.first(findPictureContent, { companyId, pictureId: id, isSmall: false }))
            ?.content;
      if (content) yield { name: `${PICTURE_FOLDER}${id}.webp`, content };
    }
    const last = pictures.at(-1);
    if (!last || pictures.length < ROWS) return;
    afterPictureId = last.id;
  }
}
