import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/platform/db/database.ts";
import type { AttemptResult, AttemptServices } from "./attemptDelivery.ts";
import { attemptDelivery } from "./attemptDelivery.ts";
import type { ClaimedDelivery } from "./deliveries.queries.ts";
import {
  claimDeliveries,
  deleteSomeExcessDeliveries,
  deleteSomeOldWebhookDeliveries,
  listCompaniesWithDue,
  listFullEndpoints,
  lockClaims,
} from "./deliveries.queries.ts";
import { turnOffEndpoint } from "./turnOffEndpoint.ts";

/** Name of the job that delivers the webhooks of all companies. */
export const WEBHOOKS_TASK = "deliverWebhooks";

/** The most deliveries that one process sends at the same time, for all companies together. */
const AT_ONCE = 100;

/**
 * Milliseconds between two claims of a company, so that ten thousand events of one change do not
 * flood their receiver nor slow down other companies.
 */
const CLAIM_GAP_MS = 120;

/** Milliseconds for which a scheduled job runs. The schedule adds a new job every minute. */
const WATCH_MS = 55_000;

/** Milliseconds between two queries for companies with deliveries that are due. */
const INTERVAL_MS = 1_000;

/** The number of attempts by what became of them, since the process started. */
export type WebhookCounts = Record<AttemptResult, number>;

export const noWebhooks = (): WebhookCounts => ({ delivered: 0, refused: 0, unanswered: 0 });

interface DeliveryOptions extends AttemptServices {
  counts: WebhookCounts;
  /** Called with errors that delay deliveries. */
  onError: (error: unknown) => void;
}

export interface WebhookDeliveryJob {
  /**
   * Sends what is due. If the job was added by the schedule, it keeps looking for due deliveries for
   * about a minute. Does nothing while another call is running.
   * @param signal aborted when the process stops. Nothing more is claimed after that
   */
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

/** Creates the delivery of webhooks (docs/decisions/0088-webhooks.md). */
export function createWebhookDelivery(options: DeliveryOptions): WebhookDeliveryJob {
  let isRunning = false;
  const queue = createQueue(options);
  const search = async () => {
    const companies = await options.database.system.all(listCompaniesWithDue, {});
    queue.add(companies.map(({ companyId }) => companyId));
  };
  return {
    run: async (payload, signal) => {
      if (isRunning) return;
      isRunning = true;
      queue.start(signal);
      try {
        const until = Date.now() + (isScheduled(payload) ? WATCH_MS : 0);
        do {
          await search().catch(options.onError);
          // The wait rejects if the process stops.
          if (Date.now() < until)
            await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
        } while (Date.now() < until && !signal.aborted);
        // Without a schedule, the job ends when nothing is due. A stop waits for running attempts.
        if (!isScheduled(payload) || signal.aborted) await queue.finish();
      } finally {
        isRunning = false;
      }
    },
  };
}

/** Whether the job was added by the schedule, which sets `_cron` in its payload. */
function isScheduled(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "_cron" in payload;
}

/**
 * Creates a queue in which companies take turns. A turn claims a few deliveries of a company, and the
 * company waits for its next turn when one of them is finished. Attempts that run at the end of a
 * job go on.
 */
function createQueue(options: DeliveryOptions) {
  /** The companies that wait for a turn, in their order. */
  const waiting = new Set<number>();
  /** The companies whose last turn was less than `CLAIM_GAP_MS` ago. */
  const resting = new Set<number>();
  /** Turns, waits and attempts that are under way. */
  const pending = new Set<Promise<void>>();
  /** The number of running attempts and claims. */
  let running = 0;
  let signal = AbortSignal.abort();

  const track = (work: Promise<void>) => {
    const tracked: Promise<void> = work.catch(options.onError).finally(() => {
      pending.delete(tracked);
    });
    pending.add(tracked);
  };
  const takeTurns = () => {
    for (const companyId of waiting) {
      if (running >= AT_ONCE || signal.aborted) return;
      waiting.delete(companyId);
      running += 1;
      track(takeTurn(companyId).finally(() => (running -= 1)));
    }
  };
  const takeTurn = async (companyId: number) => {
    const next = Date.now() + CLAIM_GAP_MS;
    const claimed = await claim(options.database, companyId);
    running += claimed.length;
    for (const delivery of claimed) track(attempt(companyId, delivery, next));
  };
  const attempt = async (companyId: number, delivery: ClaimedDelivery, next: number) => {
    try {
      const result = await attemptDelivery(options, companyId, delivery);
      options.counts[result] += 1;
    } finally {
      running -= 1;
    }
    if (resting.has(companyId)) return;
    resting.add(companyId);
    await sleep(Math.max(0, next - Date.now()));
    resting.delete(companyId);
    waiting.add(companyId);
    takeTurns();
  };
  return {
    start: (stop: AbortSignal) => {
      signal = stop;
    },
    add: (companyIds: readonly number[]) => {
      for (const companyId of companyIds) waiting.add(companyId);
      takeTurns();
    },
    /** Waits until no attempt runs and nothing more can be claimed. */
    finish: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

async function claim(database: Database, companyId: number): Promise<ClaimedDelivery[]> {
  const { system } = database.inTurnsOf(companyId);
  return system.transaction(async (db) => {
    const lock = await db.first(lockClaims, { companyId });
    return lock?.isLocked ? db.all(claimDeliveries, { companyId }) : [];
  });
}

/** The number of deliveries that are kept for an endpoint, and the most that can wait for it. */
const KEPT_DELIVERIES = 100_000;

/**
 * Deletes old deliveries in slices, and those beyond the newest `kept` of an endpoint. Turns off
 * endpoints for which more wait.
 */
export async function deleteOldWebhookDeliveries(
  database: Database,
  kept = KEPT_DELIVERIES,
): Promise<void> {
  const { system } = database;
  while ((await system.first(deleteSomeOldWebhookDeliveries, {})) !== undefined);
  for (const endpoint of await system.all(listFullEndpoints, { kept }))
    await turnOffEndpoint(database, { ...endpoint, reason: "full" });
  while ((await system.first(deleteSomeExcessDeliveries, { kept })) !== undefined);
}
