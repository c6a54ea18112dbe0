import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfPicture {
  companyId: number;
  pictureId: string;
}

export interface MovedPicture extends OfPicture {
  content: Buffer | null;
  smallContent: Buffer | null;
  width: number;
}

/** Returns the first picture after another that is in the database, or in the store. */
export const findPictureToMove = statement<
  { afterCompanyId: number; afterPictureId: string; isInStore: boolean },
  MovedPicture
>(
  "find_picture_to_move",
  (p) => sql`
    select company_id, id as picture_id, content, small_content, width from picture
    where is_in_store = ${p.isInStore}
      and (company_id, id) > (${p.afterCompanyId}::bigint, ${p.afterPictureId}::uuid)
    order by company_id, id limit 1
  `,
);

/** Stores where the files of a picture are, unless it was deleted or moved meanwhile. */
export const placePictureFiles = statement<
  OfPicture & { isInStore: boolean; content: Buffer | null; smallContent: Buffer | null },
  { id: string }
>(
  "place_picture_files",
  (p) => sql`
    update picture set is_in_store = ${p.isInStore}, content = ${p.content},
      small_content = ${p.smallContent}
    where company_id = ${p.companyId} and id = ${p.pictureId}::uuid
      and is_in_store <> ${p.isInStore}
    returning id
  `,
);
