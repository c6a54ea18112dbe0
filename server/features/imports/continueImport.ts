import { DEFAULT_PICTURE_MEGABYTES } from "#contract/quotas.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { mayPass } from "#server/platform/db/errors.ts";
import { guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { checkRecords } from "./checkRecords.ts";
import { findRun, markAlive } from "./importRuns.queries.ts";
import type { Fetch } from "./fetchCanny.ts";
import { fetchCanny } from "./fetchCanny.ts";
import { failImport, readImportedFile } from "./readImportedFile.ts";
import type { PictureOptions } from "./kinds/recordKind.ts";
import { OpenReading } from "./openReading.ts";
import { deleteFileDataOf } from "./deleteExpiredImports.ts";
import type { ImportKey } from "./importKey.ts";
import { UnreadableFile } from "./sources/source.ts";
import { sumOf } from "./storedCounts.ts";
import type { StoredRun } from "./storedRun.ts";
import { undoSlice } from "./undoRecords.ts";
import { writeSlices } from "./writeRecords.ts";

/**
 * The time in milliseconds after which a job starts no further slice of an import. A new job at the
 * end of the queue then continues the import, so that long imports do not delay other jobs, such as
 * account mails.
 */
const WORK_MS = 1_000;

/**
 * The time in milliseconds between two heartbeats. `resumeImports` starts an import again after a
 * minute without one. Some readers store nothing for longer, for example while they sort records.
 */
const HEARTBEAT_MS = 15_000;

const UNREADABLE = "Something in this file cannot be processed. Nothing was imported";

interface Work {
  database: Database;
  /** The maximum number of megabytes that the imports of a company take up. */
  megabytes: number;
  pictures?: PictureOptions;
  /** Sends requests to other products. Tests replace it. */
  fetch?: Fetch;
  /** Where a reading stays between two jobs. Without it, a job reads a whole file. */
  reading?: OpenReading;
  /** The time in milliseconds of a job and of a slice of a reading. Tests replace it. */
  workMs?: number;
}

/** The result of continuing an import. */
export interface ImportStep {
  /** Whether the import has work left for another job. */
  isLeft: boolean;
  /** Whether the next job takes long. */
  isLong?: boolean;
  /** Whether the import's reading has paused in this thread, so that the next job goes on there. */
  isPaused?: boolean;
  /** How many milliseconds the next job must wait, because another product is busy. */
  waitMs?: number;
  /** Whether the import has possibly changed the company's content. */
  hasWritten: boolean;
}

/**
 * Continues an import: fetches pages of another product, continues to read, or continues the dry
 * run, the run or the undo slice by slice for up to a second. A slice and its progress are
 * committed together, so that a killed process neither loses nor repeats a slice. The statements
 * use the company's share of the connections (`createTurns`), so that an import does not delay
 * other companies.
 */
export async function continueImport(work: Work, key: ImportKey): Promise<ImportStep> {
  const { companyId, importId } = key;
  const { megabytes, fetch = guardedFetch, reading = new OpenReading(), workMs = WORK_MS } = work;
  const { pictures = { megabytes: DEFAULT_PICTURE_MEGABYTES } } = work;
  const sliceMs = work.reading ? workMs : Infinity;
  const database = work.database.inTurnsOf(companyId);
  const db = database.tenant(companyId);
  const mayContinue = forMilliseconds(workMs);
  const run = await db.first(findRun, { companyId, importId });
  const hasWritten = run?.state === "running" || run?.state === "undoing";
  // A failed heartbeat is ignored, because the next one follows before the minute is over.
  const beat = () => void db.all(markAlive, key).catch(() => undefined);
  let paused: Pick<ImportStep, "isPaused" | "waitMs"> = {};
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  try {
    if (run?.state === "reading")
      paused = await read(db, run, { fetch, megabytes, mayContinue, reading, sliceMs });
    if (run?.state === "checking")
      await checkRecords(db, importId, {
        megabytes,
        pictureMegabytes: pictures.megabytes,
        mayContinue,
      });
    if (run?.state === "running") await writeSlices(database, key, { pictures, mayContinue });
    if (run?.state === "undoing") while ((await undoSlice(database, key)) && mayContinue());
  } catch (error) {
    // Otherwise the import would be repeated forever.
    const problem = error instanceof UnreadableFile ? error.message : UNREADABLE;
    const failure = { states: ["reading", "checking"], problem } as const;
    if (mayPass(error) || !(await failImport(db, importId, failure))) throw error;
  } finally {
    clearInterval(heartbeat);
  }
  const left = await db.first(findRun, { companyId, importId });
  if (left && wroteNothing(left)) await deleteFileDataOf(db, key, forMilliseconds(WORK_MS));
  const isLeft = left !== undefined && isAtWork(left.state);
  const isLong = isLeft && left.progress.isLong === true;
  return { isLeft, hasWritten, isLong, ...paused };
}

/** Returns a function that returns true until this time is over. */
function forMilliseconds(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
}

/** Reads the records of a file. For another product, first fetches its pages. */
async function read(
  db: TenantDb,
  run: StoredRun,
  options: Parameters<typeof fetchCanny>[2] & Parameters<typeof readImportedFile>[2],
): Promise<Pick<ImportStep, "isPaused" | "waitMs">> {
  if (run.layout.format === "api") {
    const { isComplete, waitMs } = await fetchCanny(db, run, options);
    if (!isComplete) return waitMs === undefined ? {} : { waitMs };
  }
  return { isPaused: await readImportedFile(db, run, options) };
}

/**
 * Whether an import has failed, or its run has created and changed nothing. What is left of its
 * file is then deleted now, or by the clean-up job if there is much.
 */
const wroteNothing = ({ state, counts }: StoredRun) =>
  state === "failed" || (state === "done" && sumOf(counts, ["new", "changed"]) === 0);

/** Whether an import in this state has work left for a job. */
function isAtWork(state: string): boolean {
  return ["reading", "checking", "running", "undoing"].includes(state);
}
