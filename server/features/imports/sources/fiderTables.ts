import * as z from "zod/mini";

/*
 * The columns that the import reads from the tables in a Fider backup. Each table is a JSON array
 * of rows. Other columns, such as people's keys and tokens, are dropped. Fider writes a text that
 * looks like a number as a JSON number.
 */

const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? "" : String(value))),
);
const key = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const optionalKey = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? null : String(value))),
);
const optionalDate = z.nullish(z.string());

export const FiderUser = z.object({ id: key, name: text, email: text });
export const FiderTag = z.object({ id: key, name: text, is_public: z.nullish(z.boolean()) });
export const FiderPostTag = z.object({ post_id: key, tag_id: key });

export const FiderPost = z.object({
  id: key,
  number: key,
  title: text,
  description: text,
  /** The status as a number. Newer versions of Fider write `status_slug` instead. */
  status: z.nullish(z.union([z.string(), z.number()])),
  status_slug: z.nullish(z.string()),
  user_id: optionalKey,
  created_at: optionalDate,
  response: text,
  response_user_id: optionalKey,
  response_date: optionalDate,
  original_id: optionalKey,
  is_approved: z.nullish(z.boolean()),
});
export type FiderPost = z.output<typeof FiderPost>;

export const FiderComment = z.object({
  id: key,
  post_id: key,
  user_id: optionalKey,
  content: text,
  created_at: optionalDate,
  deleted_at: optionalDate,
  is_approved: z.nullish(z.boolean()),
});

export const FiderAttachment = z.object({
  post_id: key,
  comment_id: optionalKey,
  /** The name of the file in the folder with the blobs. */
  attachment_bkey: z.string().check(z.maxLength(512)),
});
export type FiderAttachment = z.output<typeof FiderAttachment>;

export const FiderVote = z.object({ post_id: key, user_id: optionalKey, created_at: optionalDate });

export const FiderSubscriber = z.object({
  post_id: key,
  user_id: key,
  /** 1 if the subscription is active, 0 if the person has ended it. */
  status: z.nullish(z.number()),
  created_at: optionalDate,
});

/** Names of Fider's statuses. The index is the status as a number. */
const STATUS_NAMES = [
  "Open",
  "Started",
  "Completed",
  "Declined",
  "Planned",
  "Duplicate",
  "Deleted",
] as const;

/**
 * Returns the name of a post's status. For a status that the company has defined in Fider, the
 * backup contains only its slug.
 */
export function statusNameOf({ status, status_slug: slug }: FiderPost): string {
  if (typeof status === "number" && !slug)
    return STATUS_NAMES[status] ?? `Status ${String(status)}`;
  const name = slug ?? String(status ?? "open");
  return STATUS_NAMES.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Replaces mentions of people, in Fider's older and newer syntax, by the people's names. */
export function withMentionedNames(content: string): string {
  return content
    .replaceAll(/@\[([^\]\n]{1,200})\]/g, "$1")
    .replaceAll(/@(\{\\?"id\\?":[^{}]{1,400}\})/g, (found, json: string) => nameIn(json) ?? found);
}

const Mention = z.object({ name: z.string() });

function nameIn(json: string): string | undefined {
  try {
    return Mention.safeParse(JSON.parse(json.replaceAll('\\"', '"'))).data?.name;
  } catch {
    return undefined;
  }
}
