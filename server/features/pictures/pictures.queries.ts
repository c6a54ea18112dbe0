import { canSeeEntry } from "#server/features/changelog/entries.queries.ts";
import { canReadComment } from "#server/features/comments/comments.queries.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfPicture {
  companyId: number;
  pictureId: string;
}

/** Whether the picture `p` stands in no text. */
const isLoose = sql`(p.loose_since is not null or coalesce(p.feedback_id, p.comment_id, p.entry_id) is null)`;

/** Notes the files of the rows `deleted` that are in the store (`pictureFiles.ts`). */
const removedObjects = sql`
  insert into removed_picture (object_key)
  select 'pictures/' || company_id || '/' || id || '/' || size || '.webp'
  from deleted cross join (values ('full'), ('small')) sizes (size)
  where is_in_store
  on conflict do nothing
`;

/** Returns the bytes of all pictures of a company. */
export const findPictureBytes = statement<{ companyId: number }, { bytes: number }>(
  "find_picture_bytes",
  (p) => sql`
    select coalesce(sum(bytes), 0)::bigint as bytes from picture where company_id = ${p.companyId}
  `,
);

/** Stores a picture. The content of a picture in the store is null. */
export const insertPicture = statement<
  {
    companyId: number;
    uploaderId: number;
    width: number;
    height: number;
    bytes: number;
    isInStore: boolean;
    content: Buffer | null;
    smallContent: Buffer | null;
  },
  { id: string }
>(
  "insert_picture",
  (p) => sql`
    insert into picture (company_id, uploader_id, width, height, bytes, is_in_store, content,
      small_content)
    values (${p.companyId}, ${p.uploaderId}, ${p.width}, ${p.height}, ${p.bytes}, ${p.isInStore},
      ${p.content}, ${p.smallContent})
    returning id
  `,
);

/**
 * Finds a picture that the viewer may see: one that stands in a text that the viewer sees, or that
 * the viewer has uploaded and that stands nowhere. Reads no content.
 */
export const findVisiblePicture = statement<
  Visibility & { pictureId: string },
  { width: number; isInStore: boolean; isPublic: boolean }
>(
  "find_visible_picture",
  (p) => sql`
    select p.width, p.is_in_store,
      not ${isLoose} and case when p.entry_id is not null then e.state = 'published'
        else not b.is_private and f.state <> 'pending'
          and (p.comment_id is null or comment.visibility = 'public') end as is_public
    from picture p
    left join comment on comment.company_id = p.company_id and comment.id = p.comment_id
    -- With row-level security, the index cannot look up the result of coalesce.
    left join feedback_item f on f.company_id = p.company_id
      and f.id = case when p.comment_id is null then p.feedback_id else comment.feedback_id end
    left join board b on b.company_id = p.company_id and b.id = f.board_id
    left join changelog_entry e on e.company_id = p.company_id and e.id = p.entry_id
    where p.company_id = ${p.companyId} and p.id = ${p.pictureId}::uuid
      and case when ${isLoose} then p.uploader_id = ${p.viewerId}::bigint
        when p.entry_id is not null then ${canSeeEntry(p)}
        else ${canSeeItem(p)} and (p.comment_id is null or ${canReadComment(p)}) end
  `,
);

/** Returns the content of a picture in the database: the small form, if asked for and there is one. */
export const findPictureContent = statement<
  OfPicture & { isSmall: boolean },
  { content: Buffer | null }
>(
  "find_picture_content",
  (p) => sql`
    select case when ${p.isSmall}::boolean and small_content is not null then small_content
      else content end as content
    from picture where company_id = ${p.companyId} and id = ${p.pictureId}::uuid
  `,
);

/** Deletes a picture whose files could not be stored. */
export const deletePicture = statement<OfPicture, never>(
  "delete_picture",
  (p) => sql`delete from picture where company_id = ${p.companyId} and id = ${p.pictureId}::uuid`,
);

/** Notes that a picture stands nowhere, whose text was deleted since the last call. */
export const notePicturesWithoutText = statement<{ rows: number }, { id: string }>(
  "note_pictures_without_text",
  (p) => sql`
    update picture p set loose_since = now()
    from (
      select p.company_id, p.id from picture p
      join company on company.id = p.company_id and company.read_only_since is null
      where p.loose_since is null and coalesce(p.feedback_id, p.comment_id, p.entry_id) is null
      order by p.company_id, p.id limit ${p.rows}
    ) chosen
    where p.company_id = chosen.company_id and p.id = chosen.id
    returning p.id
  `,
);

/**
 * Deletes some pictures that have stood nowhere for a day, or whose uploader is gone, and notes the
 * files that are to be deleted from the store.
 */
export const deleteLoosePictures = statement<{ rows: number }, { id: string }>(
  "delete_loose_pictures",
  (p) => sql`
    with chosen as (
      select p.company_id, p.id from picture p
      join company on company.id = p.company_id and company.read_only_since is null
      where ${isLoose}
        and (p.loose_since < now() - interval '1 day'
          -- The pictures of an import wait for their texts until a time in the future.
          or p.uploader_id is null and coalesce(p.loose_since <= now(), true))
      order by p.company_id, p.id limit ${p.rows}
      for update of p skip locked
    ), deleted as (
      delete from picture p using chosen
      where p.company_id = chosen.company_id and p.id = chosen.id
      returning p.company_id, p.id, p.is_in_store
    ), noted as (${removedObjects})
    select id from deleted
  `,
);

/** Deletes some pictures of a company that is being deleted, like `deleteLoosePictures`. */
export const deleteSomePictures = statement<{ companyId: number; rows: number }, { id: string }>(
  "delete_some_pictures",
  (p) => sql`
    with deleted as (
      delete from picture
      where company_id = ${p.companyId} and id = any (array(
        select id from picture where company_id = ${p.companyId} order by id limit ${p.rows}
      ))
      returning company_id, id, is_in_store
    ), noted as (${removedObjects})
    select id from deleted
  `,
);

/**
 * Lists files in the store that are to be deleted. An import can have stored the picture again, to
 * which the file then belongs.
 */
export const listRemovedObjects = statement<
  { rows: number },
  { objectKey: string; isUsed: boolean }
>(
  "list_removed_objects",
  (p) => sql`
    select object_key, exists (
      select from picture p
      where p.company_id = split_part(object_key, '/', 2)::bigint
        and p.id = split_part(object_key, '/', 3)::uuid and p.is_in_store
    ) as is_used
    from removed_picture where removed_at <= now() order by removed_at limit ${p.rows}
  `,
);

export const forgetRemovedObject = statement<{ objectKey: string }, never>(
  "forget_removed_object",
  (p) => sql`delete from removed_picture where object_key = ${p.objectKey}`,
);
