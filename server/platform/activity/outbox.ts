import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, SystemDb } from "#server/platform/db/database.ts";
import { waitUntilClosed } from "#server/platform/db/waitUntilClosed.ts";
import type { ActivityConsumer, PendingActivity, SliceResult } from "./activity.ts";
import {
  finishActivities,
  leaseActivities,
  listCompaniesWithPending,
  takeOverTasks,
} from "./activity.queries.ts";

/** Maximum number of activities of a slice. */
const BATCH = 100;

/** Milliseconds for which activities are gathered, so that a busy company's are handled together. */
const GATHER_MS = 100;

/** Milliseconds after which a company is tried again whose activities another process handles. */
const BUSY_MS = 1_000;

/** Milliseconds between two searches for activities that a killed process has left. */
const SEARCH_MS = 10_000;

/** Maximum milliseconds that a stop waits for slices, even if the database does not respond. */
const STOP_TIMEOUT_MS = 5_000;

/** Number of slices that a process runs at the same time. A company that is slow delays one of them. */
const WORKERS = 2;

interface OutboxOptions {
  database: Database;
  config: Config;
  consumers: readonly ActivityConsumer[];
  changes: Pick<ChangeFeed, "publish">;
  logger: Pick<Logger, "warn">;
}

/** Passes stored activities to the consumers that handle them later. */
export interface Outbox {
  /** Handles the activities of a company soon. Call this after activities were committed. */
  wake(companyId: number): void;
  /** Handles all activities that wait, and those of killed processes. */
  runAll(): Promise<void>;
  /** Searches for waiting activities now and then every ten seconds. */
  start(): void;
  /** Begins no further slice, and waits for the running ones. */
  stop(): Promise<void>;
}

/** A company's activities that wait for a consumer. */
interface Turn {
  readonly companyId: number;
  readonly consumer: ActivityConsumer;
  /** The last activity that is left out in this pass, because the consumer fails with it. */
  readonly afterId: number;
  /** The number of activities of the next slice. */
  readonly limit: number;
}

const keyOf = ({ companyId, consumer }: Turn) => `${consumer.name} ${String(companyId)}`;

/**
 * Creates the outbox of a process (docs/decisions/0063-outbox.md). A slice's work and its progress
 * are committed together, so that a killed process neither loses nor repeats a slice. Companies take
 * turns after each slice. The statements take the company's turns (`server/platform/db/turns.ts`).
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { database, logger } = options;
  const consumers = options.consumers.filter(({ runSlice }) => runSlice);
  const workers = createWorkers((turn) => runTurn(options, turn));
  const gathered = new Set<number>();
  let gathering: NodeJS.Timeout | undefined;
  let searching: NodeJS.Timeout | undefined;
  const addCompanies = (companyIds: Iterable<number>) => {
    for (const companyId of companyIds)
      workers.add(consumers.map((consumer) => ({ companyId, consumer, afterId: 0, limit: BATCH })));
  };
  const search = async () => {
    await database.system.all(takeOverTasks, {});
    const companies = await database.system.all(listCompaniesWithPending, {});
    addCompanies(companies.map(({ companyId }) => companyId));
  };
  const searchSafely = () =>
    void search().catch((error: unknown) =>
      logger.warn({ err: error }, "waiting activities were not found"),
    );
  return {
    wake: (companyId) => {
      gathered.add(companyId);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        addCompanies(gathered);
        gathered.clear();
      }, GATHER_MS);
    },
    runAll: async () => {
      await search();
      await workers.finish();
    },
    start: () => {
      searchSafely();
      searching = setInterval(searchSafely, SEARCH_MS);
    },
    stop: async () => {
      clearTimeout(gathering);
      clearInterval(searching);
      workers.stop();
      await waitUntilClosed(workers.finish(), STOP_TIMEOUT_MS);
    },
  };
}

/**
 * Creates workers that run the turns of a queue. A turn that is added again while it waits is run
 * once. A turn with the same key as a running one waits.
 * @param run see `runTurn`
 */
function createWorkers(run: (turn: Turn) => Promise<Turn | "busy" | undefined>) {
  /** The turns that wait, in their order. */
  const waiting = new Map<string, Turn>();
  /** The keys of turns that run, or rest because of `maxShare`. */
  const running = new Set<string>();
  const rests = new Set<Promise<void>>();
  const workers = new Set<Promise<void>>();
  let isStopped = false;

  const takeTurn = () => {
    if (isStopped) return undefined;
    for (const [key, turn] of waiting) {
      if (running.has(key)) continue;
      waiting.delete(key);
      return turn;
    }
    return undefined;
  };
  const work = async () => {
    for (let turn = takeTurn(); turn; turn = takeTurn()) {
      const key = keyOf(turn);
      running.add(key);
      const startedAt = performance.now();
      const next = await run(turn);
      const { maxShare } = turn.consumer;
      if (maxShare === undefined) running.delete(key);
      else {
        const took = performance.now() - startedAt;
        const over: Promise<void> = rest(key, took * (1 / maxShare - 1)).finally(() =>
          rests.delete(over),
        );
        rests.add(over);
      }
      if (next === "busy") setTimeout(add, BUSY_MS, [turn]).unref();
      else if (next && !waiting.has(key)) waiting.set(key, next);
    }
  };
  /** Keeps turns with a key waiting for some milliseconds. */
  const rest = async (key: string, milliseconds: number) => {
    await sleep(milliseconds, undefined, { ref: false });
    running.delete(key);
    add([]);
  };
  const add = (turns: readonly Turn[]) => {
    for (const turn of turns) if (!waiting.has(keyOf(turn))) waiting.set(keyOf(turn), turn);
    while (workers.size < Math.min(WORKERS, waiting.size)) {
      const worker: Promise<void> = work().finally(() => workers.delete(worker));
      workers.add(worker);
    }
  };
  return {
    add,
    /** Waits until no turn runs and, except during a stop, until none waits for the end of a rest. */
    finish: async () => {
      const isResting = () => !isStopped && rests.size > 0 && waiting.size > 0;
      while (workers.size > 0 || isResting())
        await (workers.size > 0 ? Promise.all(workers) : Promise.race(rests));
    },
    /** Begins no further turn. */
    stop: () => {
      isStopped = true;
    },
  };
}

/**
 * Runs a slice and returns the turn for the next one; undefined if no further activity waits, and
 * "busy" if another process handles the company's activities or the consumer must wait. If the consumer fails, the next slice
 * has only one activity, and an activity with which it fails alone waits for the next search.
 */
async function runTurn(options: OutboxOptions, turn: Turn): Promise<Turn | "busy" | undefined> {
  let leased: PendingActivity[] = [];
  try {
    const { database, changes } = options;
    const turns = database.inTurnsOf(turn.companyId);
    const slice = await turns.system.transaction(
      async (db) => {
        leased = [];
        const rows = await db.all(leaseActivities, { ...turn, consumer: turn.consumer.name });
        leased = rows.filter((row) => row.id !== null);
        if (leased.length === 0) return rows[0]?.isLeased ? undefined : "busy";
        return runInTransaction(db, options, turn, leased);
      },
      // Planning the statement that inserts notifications takes longer than executing it.
      { hasGenericPlans: true },
    );
    if (slice === "busy" || slice === undefined) return slice;
    for (const change of slice.changes ?? []) changes.publish(change);
    if (slice.finished === 0 && slice.progress === undefined) return "busy";
    const isMore = slice.finished < leased.length || leased.length === turn.limit;
    return isMore ? { ...turn, limit: Math.min(BATCH, turn.limit * 2) } : undefined;
  } catch (error) {
    const [first] = leased;
    options.logger.warn(
      { err: error, consumer: turn.consumer.name, activityId: first?.id },
      "activities were not handled",
    );
    if (!first) return undefined;
    return leased.length === 1 ? { ...turn, afterId: first.id } : { ...turn, limit: 1 };
  }
}

async function runInTransaction(
  db: SystemDb,
  { config }: OutboxOptions,
  { companyId, consumer }: Turn,
  activities: readonly PendingActivity[],
): Promise<SliceResult> {
  const result = (await consumer.runSlice?.(db, { companyId, activities, config })) ?? {
    finished: activities.length,
  };
  const { finished, progress } = result;
  await db.all(finishActivities, {
    companyId,
    consumer: consumer.name,
    finishedIds: activities.slice(0, finished).map(({ id }) => id),
    nextId: (progress !== undefined && activities[finished]?.id) || null,
    progress: JSON.stringify(progress ?? null),
  });
  return result;
}
