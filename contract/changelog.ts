import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { entrySlug } from "./entrySlug.ts";
import { FeedbackStatus, FeedbackState } from "./feedback.ts";
import {
  idBody,
  idParam,
  idQuery,
  line,
  pageCursor,
  pageLimit,
  pictureUrl,
  searchQuery,
  text,
  timestamp,
  undoToken,
} from "./fields.ts";
import { PICTURE_URL } from "./pictures.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";
import { TextFormat } from "./textFormat.ts";

export const ENTRY_STATES = ["draft", "scheduled", "published"] as const;
const EntryState = z.enum(ENTRY_STATES, "Unknown state");
export type EntryState = z.output<typeof EntryState>;

/** The groups of people whom the publication of an entry can tell. */
export const AUDIENCES = ["followers", "subscribers"] as const;
const Audience = z.enum(AUDIENCES, "Unknown audience");
export type Audience = z.output<typeof Audience>;

/** The maximum number of items that one entry can link. */
export const ENTRY_ITEMS = 50;

/** The maximum number of labels of one entry. */
export const ENTRY_LABELS = 10;

/** The maximum number of days after which a scheduled entry is published. */
export const SCHEDULE_DAYS = 366;

/** A label of changelog entries. */
export const ChangelogLabel = z.object({
  id: z.number(),
  name: z.string(),
  /** Six hex digits, such as `#2f9e44`. */
  color: z.string(),
});
export type ChangelogLabel = z.output<typeof ChangelogLabel>;

/** An item that an entry links, if the viewer can see the item. */
export const LinkedItem = z.object({
  id: z.number(),
  title: z.string(),
  /** The beginning of the description: up to 500 characters. */
  description: z.string(),
  status: FeedbackStatus,
  state: FeedbackState,
  votes: z.number(),
  boardId: z.number(),
  /** Whether only admins can see the item. */
  isPrivate: z.boolean(),
  createdAt: timestamp,
});
export type LinkedItem = z.output<typeof LinkedItem>;

/** What only admins see of an entry. */
const Editing = z.object({
  /** The number of saves. A change must name it, so that nobody overwrites another admin's text. */
  revision: z.number(),
  /** Who saved the entry last; null if the account was deleted. */
  editedBy: z.nullable(z.object({ id: z.number(), fullName: z.nullable(z.string()), pictureUrl })),
  /** Whom the publication of a scheduled entry will tell. */
  tell: z.array(Audience),
  /** Whether the publication of a scheduled entry will complete the linked items. */
  completeItems: z.boolean(),
  /** Whether the entry was published before. Another publication tells nobody. */
  wasPublished: z.boolean(),
});

/** An entry of the changelog, for one viewer (docs/product-decisions.md "Changelog entries"). */
export const ChangelogEntry = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  /** The text as it was written. */
  body: z.string(),
  bodyFormat: TextFormat,
  /** Up to 300 characters of the text without Markdown. */
  excerpt: z.optional(z.string()),
  version: z.nullable(z.string()),
  /** The picture at the top of the entry: its relative address, which contains its size. */
  coverUrl: z.nullable(z.string()),
  /** What the cover shows, for those who do not see it. */
  coverAlt: z.nullable(z.string()),
  state: EntryState,
  /** When the entry was published, or will be published; null for a draft. */
  publishAt: z.nullable(timestamp),
  labels: z.array(ChangelogLabel),
  items: z.array(LinkedItem),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Null for visitors. */
  editing: z.nullable(Editing),
});
export type ChangelogEntry = z.output<typeof ChangelogEntry>;

const title = line("Title", 1, 200);
const version = line("Version", 0, 40);
const body = text("Text", 0, 50_000);
const coverUrl = z.nullable(
  z
    .string("The cover must be a picture")
    .check(z.regex(PICTURE_URL, "The cover must be an uploaded picture")),
);
const coverAlt = line("Description of the cover", 0, 300);
const labelIds = z.array(idBody).check(
  z.maxLength(ENTRY_LABELS, `An entry can have at most ${String(ENTRY_LABELS)} labels`),
  z.overwrite((ids) => [...new Set(ids)]),
);
const itemIds = z.array(idBody).check(
  z.maxLength(ENTRY_ITEMS, `An entry can link at most ${String(ENTRY_ITEMS)} items`),
  z.refine((ids) => new Set(ids).size === ids.length, "An item is linked twice"),
);

/** Which entries a list contains. `label` is the id of a label. */
export const ChangelogFilters = z.object({
  state: z.optional(EntryState),
  label: z.optional(idQuery),
  search: searchQuery,
});

/** The body of POST /api/changelog. Without a slug, it is made from the title. */
export const NewEntry = z.object({
  title,
  slug: z.optional(entrySlug),
  body: z.optional(body),
  version: z.optional(version),
  coverUrl: z.optional(coverUrl),
  coverAlt: z.optional(coverAlt),
  labelIds: z.optional(labelIds),
  itemIds: z.optional(itemIds),
});

/** The body of PATCH /api/changelog/{id}. Omitted fields stay unchanged. */
export const EntryChanges = z.extend(z.partial(NewEntry), {
  revision: z.number("revision must be a number"),
});

/**
 * The body of POST /api/changelog/{id}/publish. Without `at`, the entry is published at once. The
 * first publication tells the given people, later ones tell nobody.
 */
export const Publication = z.object({
  at: z._default(z.nullable(z.iso.datetime("at must be a time in UTC")), null),
  tell: z._default(z.array(Audience), []),
  completeItems: z._default(z.boolean("completeItems must be true or false"), false),
});

/** The response to the deletion of an entry. */
export const RemovedEntry = z.object({ undoToken });

/** How many people the publication of an entry would tell. */
export const EntryAudience = z.object({
  /** The followers of the linked items who would be told, each counted once. */
  followers: z.number(),
  /** The confirmed subscribers who would be told, without those among the followers. */
  subscribers: z.number(),
});
export type EntryAudience = z.output<typeof EntryAudience>;

/** An item that an entry can link. */
export const LinkableItem = z.extend(LinkedItem, {
  /** The entry that links the item already. */
  entry: z.nullable(z.object({ id: z.number(), title: z.string() })),
  /** When the item was completed; null if it is not complete, or was completed by an import. */
  completedAt: z.nullable(timestamp),
  /** Whether the item was completed after the newest published entry. */
  isNew: z.boolean(),
});
export type LinkableItem = z.output<typeof LinkableItem>;

/** Up to 50 ids in a query string, separated by commas. */
const idList = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,49}$/, "Must be up to 50 ids")),
  z.transform((ids) => ids.split(",").map(Number)),
);

/** The body of a new or changed label. The name is unique in the company, ignoring case. */
export const NewChangelogLabel = z.object({
  name: line("Label name", 1, 40),
  color: z
    .string("Color must have six hex digits")
    .check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, "Color must have six hex digits")),
});

/** The message of the 409 if somebody else has saved the entry since it was read. */
export const ENTRY_CHANGED = "Somebody else has changed this entry meanwhile";
/** The message of the 409 beside the address. */
export const SLUG_TAKEN = "Another entry has this address";
export const LABEL_TAKEN = "A label with this name already exists";
/** The message of the 409 for a linked item that another entry links. */
export const ITEM_TAKEN = "Another entry already links one of these items";
export const ALREADY_PUBLISHED = "This entry is already published";
export const COMPLETES_PRIVATE =
  "This entry links items that this API key cannot see: it needs the scope private:read to complete them";
export const NOT_PUBLISHED = "This entry is a draft";

const entryId = z.object({ id: idParam });
const notFound = "Changelog entry not found";
const ofEntry = { params: entryId, response: ChangelogEntry, status: 200, notFound } as const;

export const changelogApi = {
  list: endpoint({
    operationId: "listEntries",
    method: "GET",
    path: "/api/changelog",
    scope: "feedback:read",
    summary:
      "The published entries, newest first. Admins also get drafts and scheduled entries, which come first.",
    query: z.extend(ChangelogFilters, { limit: pageLimit, cursor: pageCursor }),
    response: z.array(ChangelogEntry),
    status: 200,
    paged: true,
  }),
  get: endpoint({
    operationId: "readEntry",
    method: "GET",
    path: "/api/changelog/:id",
    scope: "feedback:read",
    summary: "One entry. Visitors see only published entries.",
    ...ofEntry,
  }),
  getBySlug: endpoint({
    operationId: "readEntryBySlug",
    method: "GET",
    path: "/api/changelog/slug/:slug",
    scope: "feedback:read",
    summary: "The entry with this address. Visitors see only published entries.",
    params: z.object({ slug: z.string().check(z.regex(/^[a-z0-9-]{1,80}$/)) }),
    response: ChangelogEntry,
    status: 200,
    notFound,
  }),
  create: endpoint({
    operationId: "createEntry",
    method: "POST",
    path: "/api/changelog",
    scope: "changelog",
    summary: "Creates a draft.",
    body: NewEntry,
    response: ChangelogEntry,
    status: 201,
    errors: { 409: [SLUG_TAKEN, ITEM_TAKEN, quotaMessage("entries", DEFAULT_QUOTAS.entries)] },
  }),
  update: endpoint({
    operationId: "changeEntry",
    method: "PATCH",
    path: "/api/changelog/:id",
    scope: "changelog",
    summary:
      "Changes an entry. `revision` must be that of the entry as it was read. A change of a published entry is public at once.",
    ...ofEntry,
    body: EntryChanges,
    errors: { 409: [ENTRY_CHANGED, SLUG_TAKEN, ITEM_TAKEN] },
  }),
  remove: endpoint({
    operationId: "removeEntry",
    method: "DELETE",
    path: "/api/changelog/:id",
    scope: "changelog",
    summary: "Deletes an entry. Its items stay.",
    params: entryId,
    response: RemovedEntry,
    status: 200,
    notFound,
  }),
  publish: endpoint({
    operationId: "publishEntry",
    method: "POST",
    path: "/api/changelog/:id/publish",
    scope: "changelog",
    summary:
      "Publishes an entry, now or at a time within the next year, and tells the followers of its items, the subscribers, or nobody.",
    ...ofEntry,
    body: Publication,
    errors: { 403: [COMPLETES_PRIVATE], 409: [ALREADY_PUBLISHED] },
  }),
  unpublish: endpoint({
    operationId: "unpublishEntry",
    method: "POST",
    path: "/api/changelog/:id/unpublish",
    scope: "changelog",
    summary: "Makes a published or scheduled entry a draft.",
    ...ofEntry,
    errors: { 409: [NOT_PUBLISHED] },
  }),
  audience: endpoint({
    operationId: "countEntryAudience",
    method: "GET",
    path: "/api/changelog/:id/audience",
    scope: "changelog",
    summary: "How many people the publication of an entry would tell.",
    params: entryId,
    response: EntryAudience,
    status: 200,
    notFound,
  }),
  linkable: endpoint({
    operationId: "listLinkable",
    method: "GET",
    path: "/api/changelog/linkable",
    summary:
      "Up to 50 items for an entry, with the entry that links them already: those with the given ids (such as 1,2,3); otherwise the completed items that no entry links, the last completed first.",
    query: z.object({ ids: z.optional(idList) }),
    response: z.array(LinkableItem),
    status: 200,
  }),
  listLabels: endpoint({
    operationId: "readLabels",
    method: "GET",
    path: "/api/changelog/labels",
    scope: "feedback:read",
    summary: "The labels of the changelog, in the order in which they were added.",
    response: z.array(ChangelogLabel),
    status: 200,
  }),
  createLabel: endpoint({
    operationId: "createLabel",
    method: "POST",
    path: "/api/changelog/labels",
    scope: "changelog",
    summary: "Adds a label.",
    body: NewChangelogLabel,
    response: ChangelogLabel,
    status: 201,
    errors: { 409: [LABEL_TAKEN, quotaMessage("labels", DEFAULT_QUOTAS.labels)] },
  }),
  updateLabel: endpoint({
    operationId: "changeLabel",
    method: "PATCH",
    path: "/api/changelog/labels/:id",
    scope: "changelog",
    summary: "Renames a label and changes its colour.",
    params: z.object({ id: idParam }),
    body: NewChangelogLabel,
    response: ChangelogLabel,
    status: 200,
    notFound: "Label not found",
    errors: { 409: [LABEL_TAKEN] },
  }),
  removeLabel: endpoint({
    operationId: "removeLabel",
    method: "DELETE",
    path: "/api/changelog/labels/:id",
    scope: "changelog",
    summary: "Deletes a label. Its entries lose the label and nothing else.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: "Label not found",
  }),
} as const;
