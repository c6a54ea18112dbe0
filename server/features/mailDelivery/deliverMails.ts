import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/platform/db/database.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { secondsToWait, uncount } from "#server/platform/throttle/throttle.ts";
import type { DeliveryServices } from "./deliverMail.ts";
import { deliverMail } from "./deliverMail.ts";
import { deleteSomeOldDeliveries, listCompaniesWithMail } from "./mailDelivery.queries.ts";

/** Name of the job that delivers the notification mails of all companies. */
export const DELIVERY_TASK = "deliverMails";

/** Number of mails that one process sends at the same time. */
const CONCURRENCY = 3;

/**
 * Maximum number of mails of one company in a round. The next round again includes all companies.
 */
const PER_ROUND = 10;

/** Milliseconds for which a scheduled job runs. The schedule adds a new job every minute. */
const WATCH_MS = 55_000;

/** Milliseconds between two queries for mails that are due. */
const INTERVAL_MS = 2_000;

interface DeliveryOptions extends Omit<DeliveryServices, "mailer"> {
  mailer: Pick<Mailer, "send" | "verify">;
  /** Maximum number of mails per minute, for all processes together. */
  mailsPerMinute: number;
}

export interface MailDeliveryJob {
  /**
   * Sends all mails that are due. If the job was added by the schedule, it keeps looking for due
   * mails for about a minute, so that mails are sent within seconds after they are due. Does
   * nothing while another call is running, so that the delivery never uses more than one slot of a
   * process's job queue.
   * @param signal aborted when the process stops. No new mail is started after that
   */
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

/** Creates the delivery of notification mails (docs/decisions/0037-mail-delivery.md). */
export function createMailDelivery(options: DeliveryOptions): MailDeliveryJob {
  let isRunning = false;
  let isServerAway = false;
  const canSend = async () => {
    if (!isServerAway) return true;
    try {
      await options.mailer.verify?.();
      isServerAway = false;
    } catch (error) {
      options.onError(error);
    }
    return !isServerAway;
  };
  const deliverUntil = async (until: number, signal: AbortSignal) => {
    // After an outage, the connection to the mail server is tested first, so that no attempt of a
    // mail is wasted.
    if (isServerAway && !(await hasMail(options))) return;
    if (!(await canSend())) return;
    do {
      isServerAway = (await sendDueMails(options, signal)) === "outage";
      if (isServerAway || signal.aborted) return;
      // The wait rejects if the process stops.
      if (Date.now() < until)
        await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    } while (Date.now() < until && !signal.aborted);
  };
  return {
    run: async (payload, signal) => {
      if (isRunning) return;
      isRunning = true;
      try {
        await deliverUntil(Date.now() + (isScheduled(payload) ? WATCH_MS : 0), signal);
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

async function hasMail({ database }: DeliveryOptions): Promise<boolean> {
  return (await database.system.first(listCompaniesWithMail, {})) !== undefined;
}

/** Sends the mails that are due, in rounds in which the companies take turns. */
async function sendDueMails(
  options: DeliveryOptions,
  signal: AbortSignal,
): Promise<"done" | "limit" | "outage"> {
  const pass: Pass = { failed: new Set(), interruptions: 0, signal };
  for (;;) {
    const companies = await options.database.system.all(listCompaniesWithMail, {});
    const ids = companies.map(({ companyId }) => companyId).filter((id) => !pass.failed.has(id));
    const outcome = await sendRound(options, ids, pass);
    if (outcome !== "more") return outcome;
  }
}

interface Pass {
  /** Companies that get no further turn, because of an error such as an overloaded database. */
  failed: Set<number>;
  /**
   * Number of consecutive mails at which the mail server ended the connection or did not respond. A
   * single interruption can be caused by the content of a mail, but `CONCURRENCY` consecutive
   * interruptions are treated as an outage.
   */
  interruptions: number;
  signal: AbortSignal;
}

/**
 * Sends a few mails of each company. Returns "more" if more mails are possibly due, otherwise why
 * the round ended.
 */
async function sendRound(
  options: DeliveryOptions,
  companyIds: readonly number[],
  pass: Pass,
): Promise<"more" | "done" | "limit" | "outage"> {
  const turns = turnsOf(companyIds);
  const finished = new Set<number>();
  let end: "limit" | "outage" | undefined;
  const { failed, signal } = pass;
  let isAnyTried = false;
  let sending = 0;
  const worker = async () => {
    for (const companyId of turns) {
      if (end !== undefined || signal.aborted) return;
      if (finished.has(companyId) || failed.has(companyId)) continue;
      // After an interruption, fewer mails are tried at the same time until a mail gets a response.
      if (pass.interruptions + sending >= CONCURRENCY) return;
      sending += 1;
      const outcome = await deliverWithinRate(options, companyId);
      sending -= 1;
      if (outcome === null) finished.add(companyId);
      else if (outcome === "error") failed.add(companyId);
      else if (outcome === "limit" || outcome === "outage") end = outcome;
      else {
        isAnyTried = true;
        pass.interruptions = outcome === "interrupted" ? pass.interruptions + 1 : 0;
        if (pass.interruptions >= CONCURRENCY) end = "outage";
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (end !== undefined) return end;
  return isAnyTried && !signal.aborted ? "more" : "done";
}

/** Yields each company once per turn, for `PER_ROUND` turns. */
function* turnsOf(companyIds: readonly number[]): Generator<number, undefined> {
  for (let turn = 0; turn < PER_ROUND; turn += 1) yield* companyIds;
}

/** Delivers one mail of a company, if the installation's limit of mails per minute allows it. */
async function deliverWithinRate(
  options: DeliveryOptions,
  companyId: number,
): Promise<"done" | "interrupted" | "limit" | "outage" | "error" | null> {
  const { system } = options.database;
  const rate: Limit = {
    name: "notification-mails",
    attempts: options.mailsPerMinute,
    windowSeconds: 60,
  };
  if ((await secondsToWait(system, rate, "all")) !== null) return "limit";
  const outcome = await deliverMail(options, companyId).catch((error: unknown) => {
    options.onError(error);
    return "error" as const;
  });
  if (outcome === null) await uncount(system, { limit: rate, subject: "all" });
  return outcome;
}

/** Deletes old finished deliveries in slices. */
export async function deleteOldDeliveries({ system }: Pick<Database, "system">): Promise<void> {
  while ((await system.first(deleteSomeOldDeliveries, {})) !== undefined);
}
