import { availableParallelism } from "node:os";
import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import type { Db, TenantDb } from "#server/platform/db/database.ts";
import { isCancelled } from "#server/platform/db/errors.ts";
import { createFairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { ListedItem } from "./feedbackList.queries.ts";
import { isUncounted, listFeedback } from "./feedbackList.queries.ts";
import type { ListParams, ListShape, SearchWay } from "./listFilters.queries.ts";
import { findListEnd, listMatchingIds } from "./searchMatches.queries.ts";
import { mayBeLookedUp } from "./searchPatterns.ts";

/**
 * The total, and the rows of one page. If there is a next page, `rows` contains one additional row.
 */
export interface ItemsFound {
  rows: FeedbackItem[];
  total: number;
}

/** The conditions of a list, and their values. A search has the patterns of its words as well. */
export interface AskedList {
  isSearch: boolean;
  isSearchCut: boolean;
  shape: ListShape;
  params: ListParams;
}

/**
 * Maximum number of milliseconds that the statements of one search can take together
 * (docs/product-decisions.md "Fairness between companies").
 */
const TIME_LIMIT_MS = 1_000;

/**
 * Maximum number of statements of searches of one company that run at the same time in this
 * process. PostgreSQL often runs on the same machine, and more statements than it has processors
 * would only delay other statements.
 */
const PER_COMPANY = Math.max(2, Math.min(4, availableParallelism()));

/**
 * Limits the concurrent statements of searches. One company never gets all slots, and only one slot
 * while other companies wait. A search waits for a slot with each of its statements, of which most
 * searches have one.
 */
const lane = createFairSemaphore<number>({
  width: PER_COMPANY + 1,
  perKey: PER_COMPANY,
  perKeyWhileOthersWait: 1,
  mostWaiting: 1_000,
  longestWaitMs: 2_000,
});

/**
 * Returns a database whose statements wait for a slot of the company and together can take at most
 * `TIME_LIMIT_MS`, without the time that they wait.
 * @throws (its statements) HttpError 503 if they take longer; OverloadError if they wait too long
 * for a slot
 */
export function searchDb(db: TenantDb, isAbandoned?: () => boolean): Db {
  let leftMs = TIME_LIMIT_MS;
  const run = <T>(work: (options: { timeoutMs: number }) => Promise<T>) =>
    lane(
      db.companyId,
      async () => {
        const timeoutMs = Math.ceil(leftMs);
        if (timeoutMs <= 0) throw tooSlow();
        const started = performance.now();
        try {
          return await work({ timeoutMs });
        } catch (error) {
          if (isCancelled(error)) throw tooSlow();
          throw error;
        } finally {
          leftMs -= performance.now() - started;
        }
      },
      isAbandoned,
    );
  return {
    all: (statement, params) => run((options) => db.all(statement, params, options)),
    first: (statement, params) => run((options) => db.first(statement, params, options)),
  };
}

const tooSlow = () =>
  new HttpError(503, "This search takes too long. Please search for a longer or rarer text.", {
    headers: { "retry-after": "5" },
  });

const isItem = (row: { id: number | null }) => row.id !== null;

/**
 * Returns one page of search results, usually with one statement. The cost does not grow with the
 * number of items: the text index returns all matches of a narrow search, and the items of the list
 * are scanned for a broad one, where the next match is usually close
 * (docs/decisions/0065-words-of-searches.md).
 * @throws HttpError and OverloadError like `searchDb`
 */
export async function searchFeedback(
  db: TenantDb,
  { shape, params }: AskedList,
  isAbandoned?: () => boolean,
): Promise<ItemsFound> {
  const limited = searchDb(db, isAbandoned);
  const list = (bySearch: SearchWay) => limited.all(listFeedback({ ...shape, bySearch }), params);
  const scan = async () => pageOf(await list("scan"));
  if (isUncounted(shape) || !mayBeLookedUp(params)) return scan();
  const found = await list("found");
  const isBroad = found[0]?.isBroad;
  if (isBroad === null) return scan();
  const page = pageOf(found);
  const isFull = (rows: FeedbackItem[]) => rows.length === shape.rows;
  if (!isBroad || shape.sort === "match" || isFull(page.rows)) return page;
  // The last page, unless more matches are beyond the scan limit.
  const isEnd = async (within: "near" | "far") =>
    (await limited.first(findListEnd(within, shape), params))?.isEnd;
  if (await isEnd("near")) return page;
  const far = await list("far");
  if (isFull(far) || (await isEnd("far"))) return { ...page, rows: far };
  return { ...page, rows: await list("all") };
}

function pageOf(listed: ListedItem[]): ItemsFound {
  const total = Math.min(SEARCH_COUNT_LIMIT, listed[0]?.total ?? 0);
  return { rows: listed.filter(isItem), total };
}

/**
 * Returns the ids of all matches of a search in the list's order, up to `CSV_LIMIT`.
 * @throws HttpError and OverloadError like `searchDb`
 */
export async function findAllMatches(
  db: TenantDb,
  { shape, params }: AskedList,
  isAbandoned?: () => boolean,
): Promise<number[]> {
  const limited = searchDb(db, isAbandoned);
  const list = (way: "found" | "scan") => limited.all(listMatchingIds(way, shape), params);
  const canLookUp = !isUncounted(shape) && mayBeLookedUp(params);
  let rows = await list(canLookUp ? "found" : "scan");
  if (rows[0]?.isBroad === null) rows = await list("scan");
  return rows.map(({ id }) => id).filter((id) => id !== null);
}
