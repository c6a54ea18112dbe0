import { setTimeout as sleep } from "node:timers/promises";
import type { Database, SystemDb } from "#server/platform/db/database.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import {
  countNotificationMail,
  uncountNotificationMail,
} from "#server/platform/mail/limitMails.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { ClaimedDelivery } from "./mailDelivery.queries.ts";
import {
  LEASE_MS,
  MAX_UNCERTAIN_ATTEMPTS,
  claimUnfinishedDelivery,
  claimWaitingDelivery,
  deferDelivery,
  finishDelivery,
  insertDelivery,
  lockDueNotification,
  postponeDelivery,
  releaseDelivery,
} from "./mailDelivery.queries.ts";
import type { MailRefusal } from "./mailRefusal.ts";
import { judgeRefusal, responseLine } from "./mailRefusal.ts";
import type { ComposedMail } from "./notificationMessage.ts";
import { notificationMessage } from "./notificationMessage.ts";
import { findSuppression, suppressAddress } from "./suppression.queries.ts";

/**
 * Composes the mail of a delivery's notifications, after checking again what the account can see.
 * If the account is no longer allowed to get any of the notifications, marks them as dropped and
 * returns null.
 */
export type ComposeMail = (
  db: SystemDb,
  delivery: Pick<
    ClaimedDelivery,
    "companyId" | "id" | "userId" | "subscriberId" | "kind" | "entryId"
  >,
) => Promise<ComposedMail | null>;

export interface DeliveryServices {
  database: Database;
  /** The mailer without limits, because the delivery applies its own limits. */
  mailer: Pick<Mailer, "send">;
  mailFrom: string;
  compose: ComposeMail;
  /** Called with an error that delays one mail. */
  onError: (error: unknown) => void;
}

/** Milliseconds between the abort of an attempt to send a mail and the end of the lease. */
const MARGIN_MS = 10_000;

/** Milliseconds between the attempts to record that a mail was sent. */
const RECORD_DELAYS_MS = [100, 1000, 5000];

/** Minutes between the first attempts. The gap between any two later attempts is an hour. */
const GAPS = [1, 5, 15, 60];

/** Milliseconds after which a mail that has not been accepted is recorded as failed. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Claims one mail of a company and sends it. Several processes can call this function at the same
 * time.
 * @returns "outage" if the mail server is unavailable; "interrupted" if the mail server ended the
 * connection in response to the mail, or received the mail and did not respond; null if the company
 * has no mail that is due
 */
export async function deliverMail(
  services: DeliveryServices,
  companyId: number,
): Promise<"done" | "interrupted" | "outage" | null> {
  const db = services.database.inTurnsOf(companyId).system;
  const signal = AbortSignal.timeout(LEASE_MS - MARGIN_MS);
  const unfinished = await db.first(claimUnfinishedDelivery, { companyId });
  const delivery =
    unfinished ??
    (await gatherMail(db, companyId)) ??
    (await db.first(claimWaitingDelivery, { companyId }));
  if (!delivery) return null;
  const deliveryId = delivery.id;
  if (isTooOld(delivery) || delivery.uncertainAttempts >= MAX_UNCERTAIN_ATTEMPTS) {
    await db.all(finishDelivery, { companyId, deliveryId, state: "failed", response: null });
    return "done";
  }
  const mail = await compose(services, db, delivery);
  if (mail === undefined) return "done";
  if (mail === null) {
    await db.all(finishDelivery, { companyId, deliveryId, state: "dropped", response: null });
    return "done";
  }
  const suppression = await db.first(findSuppression, { address: usernameKey(mail.to) });
  if (suppression) {
    const { reason } = suppression;
    await db.all(finishDelivery, { companyId, deliveryId, state: "suppressed", response: reason });
    return "done";
  }
  const seconds = await countNotificationMail(db, mail.to);
  if (seconds !== null) {
    // An unfinished mail may already have been sent, so the delivery and its Message-ID stay. A mail
    // to an address has no notification of which it could be made again.
    const { userId } = delivery;
    if (unfinished || userId === null)
      await db.all(postponeDelivery, { companyId, deliveryId, seconds });
    else await db.all(releaseDelivery, { companyId, deliveryId, userId, seconds });
    return "done";
  }
  return send(services, db, { delivery, mail, signal });
}

/**
 * Gathers notifications of one account into a mail (see `insertDelivery`). Returns null if the
 * company has no due notification, or if other processes are gathering all of them.
 */
async function gatherMail(db: SystemDb, companyId: number): Promise<ClaimedDelivery | null> {
  for (;;) {
    const gathered = await db.transaction(async (transaction) => {
      const due = await transaction.first(lockDueNotification, { companyId });
      return due && { mail: await transaction.first(insertDelivery, { companyId, ...due }) };
    });
    if (!gathered) return null;
    if (gathered.mail) return gathered.mail;
    // Another process gathered the notification before this process locked the account.
  }
}

/** Composes the mail. If composing fails, delays only this mail and returns undefined. */
async function compose(
  services: DeliveryServices,
  db: SystemDb,
  delivery: ClaimedDelivery,
): Promise<ComposedMail | null | undefined> {
  try {
    return await services.compose(db, delivery);
  } catch (error) {
    services.onError(error);
    const response = "The mail could not be composed";
    await defer(db, delivery, { response, isUncertain: false });
    return undefined;
  }
}

interface Sending {
  delivery: ClaimedDelivery;
  mail: ComposedMail;
  /** Aborted shortly before the lease ends, because another process can then claim the mail. */
  signal: AbortSignal;
}

/** Sends a mail and records the outcome. */
async function send(
  { database, mailer, mailFrom }: DeliveryServices,
  db: SystemDb,
  { delivery, mail, signal }: Sending,
): Promise<"done" | "interrupted" | "outage"> {
  const { companyId, id: deliveryId } = delivery;
  let response: string;
  try {
    const message = notificationMessage(mail, delivery, mailFrom);
    response = (await mailer.send(message, signal)) ?? "";
  } catch (error) {
    const refusal = judgeRefusal(error);
    if (refusal.kind !== "uncertain") await uncountNotificationMail(db, mail.to);
    await recordRefusal(db, { delivery, mail }, refusal);
    if (refusal.kind === "outage") return "outage";
    return refusal.kind === "interrupted" || refusal.kind === "uncertain" ? "interrupted" : "done";
  }
  await recordSent(database.system, { companyId, deliveryId, response: responseLine(response) });
  return "done";
}

/**
 * Records that a mail was sent. An unrecorded mail would be sent again. The function therefore
 * tries several times. It uses the process's share of the connections, because the company's share
 * can be exhausted.
 */
async function recordSent(
  db: SystemDb,
  sent: { companyId: number; deliveryId: number; response: string },
): Promise<void> {
  for (const delay of RECORD_DELAYS_MS) {
    try {
      await db.all(finishDelivery, { ...sent, state: "sent" });
      return;
    } catch {
      await sleep(delay);
    }
  }
  await db.all(finishDelivery, { ...sent, state: "sent" });
}

async function recordRefusal(
  db: SystemDb,
  { delivery, mail }: Omit<Sending, "signal">,
  { kind, response }: MailRefusal,
): Promise<void> {
  const isUncertain = kind === "uncertain";
  const isLast = delivery.uncertainAttempts + 1 >= MAX_UNCERTAIN_ATTEMPTS;
  const isPassing = kind === "outage" || kind === "interrupted" || kind === "temporary";
  if (isPassing || (isUncertain && !isLast)) {
    await defer(db, delivery, { response, isUncertain });
    return;
  }
  const { companyId, id: deliveryId } = delivery;
  if (kind === "recipient") {
    const address = usernameKey(mail.to);
    await db.all(suppressAddress, { address, reason: "refused", detail: response });
  }
  await db.all(finishDelivery, { companyId, deliveryId, state: "failed", response });
}

function isTooOld({ createdAt }: ClaimedDelivery): boolean {
  return Date.now() - Date.parse(createdAt) >= GIVE_UP_AFTER_MS;
}

/** Schedules the next attempt, with growing gaps between attempts. */
async function defer(
  db: SystemDb,
  { companyId, id: deliveryId, attempts }: ClaimedDelivery,
  outcome: { response: string; isUncertain: boolean },
): Promise<void> {
  const seconds = (GAPS[attempts] ?? 60) * 60;
  await db.all(deferDelivery, { companyId, deliveryId, seconds, ...outcome });
}
