import type { picturesApi, Picture } from "#contract/pictures.ts";
import { pictureUrl } from "#contract/pictures.ts";
import { pictureQuotaMessage } from "#contract/quotas.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TextPicture } from "#server/platform/uploads/readPicture.ts";
import { readTextPicture } from "#server/platform/uploads/readPicture.ts";
import { objectKey, storeOf } from "#server/platform/uploads/pictureFiles.ts";
import { deletePicture, findPictureBytes, insertPicture } from "./pictures.queries.ts";

/** Limits uploads, because each picture is drawn, which takes up to 15 s of processor time. */
export const pictureLimit = byAccount({
  name: "picture-account",
  attempts: 120,
  windowSeconds: 60 * 60,
});

const MEGABYTE = 1024 * 1024;

/**
 * Draws and stores a picture. Until it stands in a text, only its uploader sees it.
 * @throws HttpError 400 for an invalid file, 409 if the company's pictures take up their quota, 413
 * if the file is too large
 */
export async function uploadPicture(
  context: Handled<typeof picturesApi.upload, TenantUserContext>,
): Promise<Picture> {
  const { db, tenantId: companyId, viewer, config } = context;
  const quota = config.pictureMegabytes;
  const used = await db.first(findPictureBytes, { companyId });
  // The picture is not drawn if there is no room for any.
  if ((used?.bytes ?? 0) >= quota * MEGABYTE) throw conflict(pictureQuotaMessage(quota));
  const picture = await readTextPicture(context.body.content);
  const { content, small, width, height } = picture;
  const isInStore = config.pictureStore !== undefined;
  const bytes = content.length + (small?.length ?? 0);
  const inserted = await db.transaction(async (transaction) => {
    // Uploads at the same time cannot exceed the quota together.
    await transaction.first(lockCompany, { companyId });
    const before = await transaction.first(findPictureBytes, { companyId });
    if ((before?.bytes ?? 0) + bytes > quota * MEGABYTE) throw conflict(pictureQuotaMessage(quota));
    return transaction.first(insertPicture, {
      companyId,
      uploaderId: viewer.id,
      width,
      height,
      bytes,
      isInStore,
      content: isInStore ? null : content,
      smallContent: isInStore ? null : small,
    });
  });
  if (!inserted) throw new Error("The picture was not stored");
  const { id } = inserted;
  if (isInStore) await putIntoStore(context, id, picture);
  return { id, width, height, url: pictureUrl({ id, width, height }) };
}

/**
 * Puts the files into the store after the row exists, so that the clean-up deletes the files of a
 * process that is killed meanwhile.
 */
async function putIntoStore(
  { db, tenantId: companyId, config }: Pick<TenantUserContext, "db" | "tenantId" | "config">,
  pictureId: string,
  { content, small }: TextPicture,
): Promise<void> {
  const store = storeOf(config.pictureStore);
  try {
    await store.put(objectKey(companyId, pictureId, "full"), content, "image/webp");
    if (small) await store.put(objectKey(companyId, pictureId, "small"), small, "image/webp");
  } catch (error) {
    await db.all(deletePicture, { companyId, pictureId });
    throw error;
  }
}
