/** The fields that a column of a CSV file can contain, with the usual names of such columns. */
export const IMPORT_COLUMNS = {
  title: {
    label: "Title",
    usual: [
      "name",
      "subject",
      "summary",
      "subject line",
      "headline",
      "idea title",
      "post title",
      "titel",
    ],
  },
  content: {
    label: "Description",
    usual: ["description", "details", "body", "text", "idea description", "beschreibung"],
  },
  status: { label: "Status", usual: ["state", "public status name"] },
  category: { label: "Category", usual: ["type", "kind"] },
  board: { label: "Board", usual: ["forum", "product area"] },
  tags: { label: "Tags", usual: ["labels", "tag", "label", "topic", "topics"] },
  author_name: {
    label: "Author's name",
    usual: ["author", "creator", "creator name", "created by", "submitter", "idea creator name"],
  },
  author_email: {
    label: "Author's e-mail address",
    usual: ["email", "email address", "creator email", "user email", "idea creator email address"],
  },
  vote_count: {
    label: "Number of votes",
    usual: ["votes", "upvotes", "likes", "vote", "score", "voters count", "votes count"],
  },
  created_at: {
    label: "Creation date",
    usual: [
      "created",
      "date",
      "created date",
      "created on",
      "created timestamp",
      "posted",
      "submitted",
      "timestamp",
      "zeitstempel",
    ],
  },
  source_id: {
    label: "Id in the other product",
    usual: [
      "id",
      "external id",
      "idea id",
      "post id",
      "number",
      "ref",
      "reference",
      "key",
      "nr",
      "no",
    ],
  },
} as const satisfies Record<string, { label: string; usual: readonly string[] }>;

export type ImportField = keyof typeof IMPORT_COLUMNS;
export const IMPORT_FIELDS = Object.keys(IMPORT_COLUMNS) as ImportField[];

/** Returns the same value for each field. */
export const forEachField = <Value>(value: Value): Record<ImportField, Value> =>
  Object.fromEntries(IMPORT_FIELDS.map((field) => [field, value])) as Record<ImportField, Value>;

/** A mapping in which no field has a column. */
export const NO_COLUMNS: Readonly<Record<ImportField, null>> = forEachField(null);
