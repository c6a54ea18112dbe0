import type {
  ChangelogEntry,
  changelogApi,
  ChangelogLabel,
  LinkableItem,
} from "#contract/changelog.ts";
import type { Page } from "#contract/endpoint.ts";
import { searchWords } from "#contract/searchWords.ts";
import type { TenantContext, TenantUserContext } from "#server/platform/access/guards.ts";
import {
  decodePosition,
  EMPTY_PAGE,
  isTimestamp,
  pageOf,
} from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { countEntries, findEntry, findEntryBySlug, listEntries } from "./entries.queries.ts";
import { listLabels } from "./labels.queries.ts";
import { listLinkableItems } from "./publication.queries.ts";

const ORDER = "changelog";

/** The key of a draft in the order of the list. */
const DRAFT_KEY = "infinity";

/** Returns one page of the entries that the viewer can see. */
export async function listEntriesPage({
  db,
  visibility,
  query,
}: Handled<typeof changelogApi.list>): Promise<Page<ChangelogEntry>> {
  const { state, label, search, limit, cursor } = query;
  const isKey = (key: string) => key === DRAFT_KEY || isTimestamp(key);
  const after = cursor === undefined ? undefined : decodePosition(ORDER, cursor, isKey);
  if (!db || !visibility) return EMPTY_PAGE;
  const isAdmin = visibility.canSeeDrafts;
  if (!isAdmin && state !== undefined && state !== "published") return EMPTY_PAGE;
  const { words } = searchWords(search ?? "");
  const shape = { state, byLabel: label !== undefined, bySearch: words.length > 0, isAdmin };
  const params = { ...visibility, label, words, rows: limit + 1 };
  const position = after && { cursorKey: after.key, cursorId: after.id };
  const [entries, counted] = await Promise.all([
    db.all(listEntries({ ...shape, afterCursor: after !== undefined }), { ...params, ...position }),
    db.first(countEntries(shape), params),
  ]);
  return pageOf(entries, {
    limit,
    order: ORDER,
    total: counted?.total ?? 0,
    positionOf: ({ publishAt, id }) => ({ key: publishAt ?? DRAFT_KEY, id }),
  });
}

/** Returns an entry if the viewer can see it. */
export async function readEntry(
  context: Handled<typeof changelogApi.get, TenantContext>,
): Promise<ChangelogEntry> {
  const { db, visibility, params } = context;
  const entry = await db.first(findEntry, { ...visibility, entryId: params.id });
  if (!entry) throw context.notFound();
  return entry;
}

/** Returns the entry with a slug if the viewer can see it. */
export async function readEntryBySlug(
  context: Handled<typeof changelogApi.getBySlug, TenantContext>,
): Promise<ChangelogEntry> {
  const { db, visibility, params } = context;
  const entry = await db.first(findEntryBySlug, { ...visibility, slug: params.slug });
  if (!entry) throw context.notFound();
  return entry;
}

/** Returns the company's labels. */
export async function readLabels({
  db,
}: Handled<typeof changelogApi.listLabels>): Promise<ChangelogLabel[]> {
  return db ? db.all(listLabels, { companyId: db.companyId }) : [];
}

/** Returns the items with the given ids, or those that are proposed for an entry. */
export async function listLinkable({
  db,
  query: { ids },
}: Handled<typeof changelogApi.linkable, TenantUserContext>): Promise<LinkableItem[]> {
  const params = { companyId: db.companyId, ids: ids ?? [] };
  const rows = await db.all(listLinkableItems(ids ? "ids" : "completed"), params);
  return rows.map(({ item }) => item);
}
