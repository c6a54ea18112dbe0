import { MAX_PICTURES } from "#contract/pictures.ts";
import type { FiderAttachment } from "./fiderTables.ts";
import { UnreadableFile } from "./source.ts";
import type { TextPictures } from "./textPictures.ts";
import { UNKNOWN_SIZE } from "./textPictures.ts";

/** Returns a text with the pictures that stand in it and those that are attached to it. */
export type WithPictures = (text: string, of: { kind: "post" | "comment"; id: string }) => string;

/**
 * A picture in a text of Fider. Newer versions write the picture into the text, older versions only
 * attach it.
 */
const INLINE = /!\[([^\]\n]{0,300})\]\(fider-image:([^()\s]{1,512})\)/g;

/** The maximum lengths of the texts here. */
const MAX_LENGTH = { post: 10_000, comment: 5_000 };

/** The maximum number of attachments in a backup, whose keys are kept in memory. */
const MAX_ATTACHMENTS = 100_000;

/** The number of characters of a picture below a text. */
const ADDED_LENGTH = 80;

/**
 * Reads which pictures are attached to posts and comments.
 * @throws UnreadableFile
 */
export async function readAttachments(
  rows: AsyncIterable<{ value: FiderAttachment | null }> | Iterable<never>,
  pictures: TextPictures,
): Promise<WithPictures> {
  const attached = new Map<string, string[]>();
  let count = 0;
  for await (const { value } of rows) {
    if (!value) continue;
    const { post_id: post, comment_id: comment, attachment_bkey: key } = value;
    const place = comment === null ? `post ${post}` : `comment ${comment}`;
    const ofPlace = attached.get(place);
    if (ofPlace) ofPlace.push(key);
    else attached.set(place, [key]);
    count += 1;
    if (count > MAX_ATTACHMENTS)
      throw new UnreadableFile(`The backup has more than ${String(MAX_ATTACHMENTS)} attachments`);
  }
  const picture = (key: string, alt = "") =>
    `![${alt}](/pictures/${pictures.idOf(key)}/${UNKNOWN_SIZE}.webp)`;
  return (text, { kind, id }) => {
    const inText = new Set<string>();
    const shown = text.replaceAll(INLINE, (_, alt: string, key: string) => {
      inText.add(key);
      return picture(key, alt);
    });
    let written = shown;
    for (const key of attached.get(`${kind} ${id}`) ?? []) {
      if (inText.has(key)) continue;
      inText.add(key);
      if (inText.size <= MAX_PICTURES && written.length + ADDED_LENGTH <= MAX_LENGTH[kind])
        written += `\n\n${picture(key)}`;
      else pictures.leaveOut(key);
    }
    return written;
  };
}
