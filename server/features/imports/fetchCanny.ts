import type { TenantDb } from "#server/platform/db/database.ts";
import type { guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { ImportRoom } from "./importRoom.ts";
import { findApiKey, lockRun, waitForProduct } from "./importRuns.queries.ts";
import type { CannyList, CannyPlace } from "./sources/cannyPlace.ts";
import { FIRST_PAGE } from "./sources/cannyPlace.ts";
import { fetchCannyPage } from "./sources/fetchCannyPage.ts";
import { UnreadableFile } from "./sources/source.ts";
import { deflatedPart, readSection } from "./storedFile.ts";
import type { StoredRun } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** Sends requests to other products. */
export type Fetch = typeof guardedFetch;

interface FetchOptions {
  fetch: Fetch;
  /** The maximum number of megabytes that the imports of the company take up. */
  megabytes: number;
  mayContinue: () => boolean;
}

/**
 * Fetches the next pages of a Canny account and stores each page together with the place of the next
 * one, so that a later job continues there.
 * @returns whether all pages are stored, and how long the next job must wait because Canny is busy
 * @throws UnreadableFile
 */
export async function fetchCanny(
  db: TenantDb,
  run: StoredRun,
  { fetch, megabytes, mayContinue }: FetchOptions,
): Promise<{ isComplete: boolean; waitMs?: number }> {
  let place = placeOf(run);
  if (place === null) return { isComplete: true };
  const key = { companyId: db.companyId, importId: run.id };
  const apiKey = (await db.first(findApiKey, key))?.apiKey;
  if (!apiKey) throw new UnreadableFile("The API key is missing. Enter it again");
  const room = await ImportRoom.find(db, db.companyId, megabytes);
  do {
    const step = await fetchCannyPage({ fetch, apiKey }, place);
    const isWaiting = "waitMs" in step;
    const content = isWaiting ? undefined : Buffer.from(JSON.stringify(step.records));
    const part = { importId: run.id, section: `canny_${place.list}`, part: place.page } as const;
    const store = content && (await deflatedPart(part, content, room));
    const isCurrent = await commitPlace(db, run.id, {
      from: place,
      next: step.next,
      bytes: content?.length ?? 0,
      work: async (transaction) => {
        await store?.(transaction);
        if (isWaiting)
          await transaction.all(waitForProduct, { ...key, seconds: step.waitMs / 1000 });
      },
    });
    if (!isCurrent) return { isComplete: false };
    if (isWaiting) return { isComplete: false, waitMs: step.waitMs };
    if (step.next === null) return { isComplete: true };
    place = step.next;
  } while (mayContinue());
  return { isComplete: false };
}

const placeOf = ({ progress: { canny = FIRST_PAGE } }: StoredRun) => canny;

interface Fetched {
  from: CannyPlace;
  next: CannyPlace | null;
  /** The size of the page in bytes. */
  bytes: number;
  work: (transaction: TenantDb) => Promise<void>;
}

/** Commits the next place, unless another job has fetched the page or the import was deleted. */
function commitPlace(
  db: TenantDb,
  importId: number,
  { from, next, bytes, work }: Fetched,
): Promise<boolean> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    const place = run && placeOf(run);
    if (run?.state !== "reading" || place?.list !== from.list || place.page !== from.page)
      return false;
    const progress = { ...run.progress, done: run.progress.done + bytes, canny: next };
    await updateLockedRun(transaction, companyId, run, { progress });
    await work(transaction);
    return true;
  });
}

/** Reads the stored pages of a list. */
export async function* storedPages(
  db: TenantDb,
  importId: number,
  list: CannyList,
): AsyncGenerator<unknown[]> {
  for await (const page of readSection(db, { importId, section: `canny_${list}` }, 0))
    yield JSON.parse(page.toString()) as unknown[];
}
