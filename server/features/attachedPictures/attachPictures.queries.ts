import { MAX_PICTURES, picturesOf } from "#contract/pictures.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { invalid } from "#server/platform/http/httpError.ts";

/** The text in which pictures stand. */
export type PicturePlace =
  | { feedbackId: number; part: "description" | "close_note" | "note" }
  | { commentId: number }
  /** The cover of a changelog entry, or null for the entry's text. */
  | { entryId: number; part: "cover" | null };

interface OfPlace {
  companyId: number;
  pictureIds: readonly string[];
  feedbackId: number | null;
  commentId: number | null;
  entryId: number | null;
  textPart: string | null;
}

/** Whether the picture is, or was until a change of the text, one of this text. */
const isOfPlace = (p: OfPlace) => sql`(
  feedback_id is not distinct from ${p.feedbackId}::bigint
  and comment_id is not distinct from ${p.commentId}::bigint
  and entry_id is not distinct from ${p.entryId}::bigint
  and part is not distinct from ${p.textPart}::text
  and coalesce(feedback_id, comment_id, entry_id) is not null
)`;

/**
 * Puts pictures into a text and returns those that may stand there: the text's own, and those that
 * the viewer has uploaded and that stand in no other text.
 */
export const placePictures = statement<OfPlace & { viewerId: number | null }, { id: string }>(
  "place_pictures",
  (p) => sql`
    update picture set feedback_id = ${p.feedbackId}, comment_id = ${p.commentId},
      entry_id = ${p.entryId}, part = ${p.textPart}, loose_since = null
    where company_id = ${p.companyId} and id = any (${p.pictureIds}::uuid[])
      and (${isOfPlace(p)}
        or (coalesce(feedback_id, comment_id, entry_id) is null and uploader_id = ${p.viewerId}::bigint))
    returning id
  `,
);

/** Takes the pictures that a changed text no longer contains out of it. */
export const releasePictures = statement<OfPlace, never>(
  "release_pictures",
  (p) => sql`
    update picture set loose_since = now()
    where company_id = ${p.companyId} and ${isOfPlace(p)} and loose_since is null
      and (feedback_id = ${p.feedbackId}::bigint or comment_id = ${p.commentId}::bigint
        or entry_id = ${p.entryId}::bigint)
      and id <> all (${p.pictureIds}::uuid[])
  `,
);

interface RestoredTexts {
  companyId: number;
  ids: readonly number[];
}

/** Whether the picture `p` stood in the text of the row `t`, which was deleted and is back. */
const stoodIn = (source: string) => sql`
  p.company_id = t.company_id
  and coalesce(p.feedback_id, p.comment_id, p.entry_id) is null
  and strpos(${sql.ref(source)}, '/pictures/' || p.id || '/') > 0`;

/** Puts pictures back into the descriptions of deleted items that are restored. */
export const reattachToItems = statement<RestoredTexts, never>(
  "reattach_pictures_to_items",
  (p) => sql`
    update picture p set feedback_id = t.id, part = 'description', loose_since = null
    from feedback_item t
    where t.company_id = ${p.companyId} and t.id = any (${p.ids}::bigint[])
      and p.company_id = ${p.companyId} and ${stoodIn("t.description_markdown")} and p.uploader_id = t.user_id
  `,
);

/** Puts pictures back into deleted comments that are restored. */
export const reattachToComments = statement<RestoredTexts, never>(
  "reattach_pictures_to_comments",
  (p) => sql`
    update picture p set comment_id = t.id, part = null, loose_since = null
    from comment t
    where t.company_id = ${p.companyId} and t.id = any (${p.ids}::bigint[])
      and p.company_id = ${p.companyId} and ${stoodIn("t.content_markdown")} and p.uploader_id = t.user_id
  `,
);

/** Puts pictures back into a deleted entry that is restored. Several admins can have uploaded them. */
export const reattachToEntry = statement<{ companyId: number; entryId: number }, never>(
  "reattach_pictures_to_entry",
  (p) => sql`
    update picture p set entry_id = t.id, loose_since = null,
      part = case when ${stoodIn("t.cover_url")} then 'cover' end
    from changelog_entry t
    where t.company_id = ${p.companyId} and t.id = ${p.entryId} and p.company_id = ${p.companyId}
      and (${stoodIn("t.body_markdown")} or ${stoodIn("t.cover_url")})
  `,
);

/** Whether a text has pictures, so that saving it takes more than one statement. */
export const hasPictures = (source: string | null | undefined): boolean =>
  picturesOf(source ?? "").length > 0;

/**
 * Makes the pictures of a new or changed text those of the text, in the transaction that saves it.
 * From then on, those who see the text see its pictures. For a new text without pictures, no
 * statement is sent.
 * @param text.field the name of the text in the request, for the error
 * @param text.before the source that the place had before; missing for a new text
 * @throws HttpError 400 for too many pictures, and for a picture that is unknown, of another company
 * or of another text, unless its address was already in the text. An import can have brought a text
 * without its pictures.
 */
export async function attachPictures(
  db: TenantTransaction,
  viewerId: number | null,
  place: PicturePlace,
  { field, source, before }: { field: string; source: string | null; before?: string | null },
): Promise<void> {
  const pictureIds = picturesOf(source ?? "");
  const ofPlace = { companyId: db.companyId, pictureIds, ...columnsOf(place) };
  if (pictureIds.length > MAX_PICTURES)
    throw invalid({ [field]: [`A text can have at most ${String(MAX_PICTURES)} pictures`] });
  if (before !== undefined) await db.all(releasePictures, ofPlace);
  if (pictureIds.length === 0) return;
  const placed = await db.all(placePictures, { ...ofPlace, viewerId });
  const known = new Set([...placed.map(({ id }) => id), ...picturesOf(before ?? "")]);
  if (!pictureIds.every((id) => known.has(id)))
    throw invalid({
      [field]: [
        "A picture of this text does not exist or belongs to another text. Please upload it again",
      ],
    });
}

/**
 * Refuses a text that is stored for several items at once, because a picture stands in one text.
 * @throws HttpError 400
 */
export function refusePictures(field: string, source: string | null | undefined): void {
  if (hasPictures(source))
    throw invalid({ [field]: ["A note to several items cannot contain pictures"] });
}

/** Returns the columns of `placePictures` for a text. */
export const columnsOf = (place: PicturePlace) => ({
  feedbackId: "feedbackId" in place ? place.feedbackId : null,
  commentId: "commentId" in place ? place.commentId : null,
  entryId: "entryId" in place ? place.entryId : null,
  textPart: "part" in place ? place.part : null,
});
