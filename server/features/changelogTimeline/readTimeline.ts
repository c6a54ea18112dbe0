import type { changelogTimelineApi, TimelinePart } from "#contract/changelogTimeline.ts";
import type { Page } from "#contract/endpoint.ts";
import { searchWords } from "#contract/searchWords.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import {
  decodePosition,
  EMPTY_PAGE,
  isTimestamp,
  pageOf,
} from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { PartKey } from "./changelogTimeline.queries.ts";
import {
  countTimeline,
  listCompletedItems,
  listEntriesById,
  listTimelineKeys,
  listTimelineMonths,
} from "./changelogTimeline.queries.ts";

const ORDER = "timeline";
/** The position before the newest part. */
const START = { time: "9999-12-31T00:00:00.000Z", entryId: 0, itemId: 0 };
const LAST_ID = Number.MAX_SAFE_INTEGER;

type TimelineContext = Handled<typeof changelogTimelineApi.list>;

/** Returns one page of the changelog as its page shows it, newest first. */
export async function listChangelogTimelinePage({
  db,
  visibility,
  query: { label, search, month, limit, cursor },
}: TimelineContext): Promise<Page<TimelinePart>> {
  const position = startOf({ cursor, month });
  if (!db || !visibility) return EMPTY_PAGE;
  const { words } = searchWords(search ?? "");
  const shape = { byLabel: label !== undefined, bySearch: words.length > 0 };
  const filter = { ...visibility, label, words };
  const [keys, counted] = await Promise.all([
    db.all(listTimelineKeys(shape), { ...filter, ...position, rows: limit + 1 }),
    db.first(countTimeline(shape), filter),
  ]);
  const parts = await partsOf(db, visibility, keys);
  return pageOf(parts, {
    limit,
    order: ORDER,
    total: counted?.total ?? 0,
    positionOf: ({ entry, item }) =>
      entry
        ? { key: `entry ${entry.publishAt ?? ""}`, id: entry.id }
        : { key: `item ${item?.createdAt ?? ""}`, id: item?.id ?? 0 },
  });
}

/** Returns the position after which a page begins. Of a month, everything up to its end is listed. */
function startOf({ cursor, month }: Pick<TimelineContext["query"], "cursor" | "month">) {
  if (cursor !== undefined) {
    const { key, id } = decodePosition(ORDER, cursor, isPartKey);
    const [kind, time = ""] = key.split(" ");
    return kind === "entry"
      ? { time, entryId: id, itemId: LAST_ID }
      : { time, entryId: 0, itemId: id };
  }
  if (month === undefined) return START;
  const [year, monthOfYear] = month.split("-").map(Number);
  return { ...START, time: new Date(Date.UTC(year ?? 0, monthOfYear ?? 0)).toISOString() };
}

const isPartKey = (key: string) =>
  /^(?:entry|item) /.test(key) && isTimestamp(key.split(" ")[1] ?? "");

/** Reads the parts in the order of their keys. What was deleted meanwhile is left out. */
async function partsOf(
  db: TenantDb,
  visibility: Visibility,
  keys: readonly PartKey[],
): Promise<TimelinePart[]> {
  const idsOf = (kind: PartKey["kind"]) =>
    keys.filter((key) => key.kind === kind).map(({ id }) => id);
  const [entryIds, itemIds] = [idsOf("entry"), idsOf("item")];
  const [entries, items] = await Promise.all([
    entryIds.length > 0 ? db.all(listEntriesById, { ...visibility, ids: entryIds }) : [],
    itemIds.length > 0 ? db.all(listCompletedItems, { ...visibility, ids: itemIds }) : [],
  ]);
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const itemOf = new Map(items.map((item) => [item.id, item]));
  return keys.flatMap(({ kind, id }): TimelinePart[] => {
    const entry = (kind === "entry" && entryOf.get(id)) || null;
    const item = (kind === "item" && itemOf.get(id)) || null;
    return entry || item ? [{ entry, item }] : [];
  });
}

/** Returns the months in which the changelog has a part that the viewer can see. */
export async function listChangelogMonths({
  db,
  visibility,
}: Handled<typeof changelogTimelineApi.months>): Promise<string[]> {
  if (!db || !visibility) return [];
  return (await db.all(listTimelineMonths, visibility)).map(({ month }) => month);
}
