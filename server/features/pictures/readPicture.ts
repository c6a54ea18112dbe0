import type { ServedPicture } from "#contract/endpoint.ts";
import type { picturesApi } from "#contract/pictures.ts";
import { SMALL_PICTURE_PIXELS } from "#contract/pictureAddress.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { objectKey, storeOf } from "#server/platform/uploads/pictureFiles.ts";
import { findPictureContent, findVisiblePicture } from "./pictures.queries.ts";

/**
 * Returns a picture to those who see the text in which it stands. The size in its address is for
 * pages only, which then need no look-up.
 */
export async function readPicture(
  context: Handled<typeof picturesApi.read, TenantContext>,
): Promise<ServedPicture> {
  const { db, tenantId: companyId, visibility, hostCompany, config, params, notFound } = context;
  const { id: pictureId, file } = params;
  const found = await db.first(findVisiblePicture, { ...visibility, pictureId });
  if (!found) throw notFound();
  const isSmall =
    file === `${String(SMALL_PICTURE_PIXELS)}.webp` && found.width > SMALL_PICTURE_PIXELS;
  const size = isSmall ? "small" : "full";
  const read = async () => {
    const content = found.isInStore
      ? await storeOf(config.pictureStore).get(objectKey(companyId, pictureId, size))
      : (await db.first(findPictureContent, { companyId, pictureId, isSmall }))?.content;
    // The picture was moved into the store or deleted meanwhile.
    if (!content) throw new HttpError(503, "The service is briefly unavailable. Please try again.");
    return content;
  };
  // On the product's own host, what is shown depends on the signed-in user.
  const isPublic = found.isPublic && hostCompany !== null;
  return { etag: `"${pictureId}-${size}"`, isPublic, read };
}
