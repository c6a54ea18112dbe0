import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface Pictures {
  companyId: number;
  pictureIds: readonly string[];
}

/**
 * Whether a picture stands in a text, or was written by an import and waits for its text: its
 * `loose_since` is then in the future, so that the clean-up leaves it alone.
 */
const isKept = sql`(loose_since is null or loose_since > now())`;

/** Returns the sizes of those of these pictures that stand in a text or wait for theirs. */
export const listImportedPictures = statement<
  Pictures,
  { id: string; width: number; height: number }
>(
  "list_imported_pictures",
  (p) => sql`
    select id, width, height from picture
    where company_id = ${p.companyId} and id = any (${p.pictureIds}::uuid[]) and ${isKept}
  `,
);

interface NewPicture {
  companyId: number;
  pictureId: string;
  width: number;
  height: number;
  bytes: number;
  isInStore: boolean;
  content: Buffer | null;
  smallContent: Buffer | null;
}

/**
 * Stores a picture that waits for its text for a week, as long as a run can wait. Nobody has uploaded
 * it. It replaces a picture of the same import that has lost its text and is about to be deleted.
 */
export const insertImportedPicture = statement<NewPicture, never>(
  "insert_imported_picture",
  (p) => sql`
    insert into picture (company_id, id, loose_since, width, height, bytes, is_in_store, content,
      small_content)
    values (${p.companyId}, ${p.pictureId}::uuid, now() + interval '7 days', ${p.width}, ${p.height},
      ${p.bytes}, ${p.isInStore}, ${p.content}, ${p.smallContent})
    on conflict (company_id, id) do update set loose_since = excluded.loose_since,
      width = excluded.width, height = excluded.height, bytes = excluded.bytes,
      is_in_store = excluded.is_in_store, content = excluded.content,
      small_content = excluded.small_content, feedback_id = null, comment_id = null, entry_id = null,
      part = null
    where picture.loose_since <= now()
  `,
);

/** A picture, and the text in which it stands. */
export interface PlacedPicture {
  id: string;
  feedback_id?: number;
  comment_id?: number;
  entry_id?: number;
  part?: "description" | "close_note" | "note" | "cover" | null;
}

/** Puts pictures that wait for their texts into them. `places` is JSON text of `PlacedPicture`. */
export const placeImportedPictures = statement<{ companyId: number; places: string }, never>(
  "place_imported_pictures",
  (p) => sql`
    update picture p set feedback_id = g.feedback_id, comment_id = g.comment_id,
      entry_id = g.entry_id, part = g.part, loose_since = null
    from jsonb_to_recordset(${p.places}::jsonb) as g
      (id uuid, feedback_id bigint, comment_id bigint, entry_id bigint, part text)
    where p.company_id = ${p.companyId} and p.id = g.id
      and (p.loose_since > now() or p.feedback_id = g.feedback_id and p.part = g.part)
  `,
);

/** Takes the pictures that changed descriptions and closing notes no longer contain out of them. */
export const releaseImportedPictures = statement<
  { companyId: number; ids: readonly number[] },
  never
>(
  "release_imported_pictures",
  (p) => sql`
    update picture p set loose_since = now()
    from feedback_item f
    where p.company_id = ${p.companyId} and p.feedback_id = any (${p.ids}::bigint[])
      and p.loose_since is null and p.part in ('description', 'close_note')
      and f.company_id = p.company_id and f.id = p.feedback_id
      and strpos(coalesce(case p.part when 'description' then f.description_markdown
        else f.close_note_markdown end, ''), '/pictures/' || p.id || '/') = 0
  `,
);

/**
 * Deletes the pictures of an undone import whose texts are gone. The clean-up deletes those in the
 * store with their files.
 */
export const deleteImportedPictures = statement<Pictures, never>(
  "delete_imported_pictures",
  (p) => sql`
    with chosen as materialized (
      select company_id, id, is_in_store from picture
      where company_id = ${p.companyId} and id = any (${p.pictureIds}::uuid[])
        and (loose_since is not null or coalesce(feedback_id, comment_id, entry_id) is null)
    ), released as (
      update picture p set loose_since = now()
      from chosen c where p.company_id = c.company_id and p.id = c.id and c.is_in_store
    )
    delete from picture p
    using chosen c where p.company_id = c.company_id and p.id = c.id and not c.is_in_store
  `,
);

/**
 * Notes files that are about to be put into the store, so that the clean-up deletes them in an hour
 * unless they belong to a picture then.
 */
export const keepPictureFiles = statement<{ objectKeys: readonly string[] }, never>(
  "keep_picture_files",
  (p) => sql`
    insert into removed_picture (object_key, removed_at)
    select unnest(${p.objectKeys}::text[]), now() + interval '1 hour'
    on conflict (object_key) do update set removed_at = excluded.removed_at
  `,
);
