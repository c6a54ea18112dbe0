import type { WebhookAnswer } from "#contract/webhooks.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { FetchPolicy } from "#server/platform/net/guardedFetch.ts";
import { FetchRefusedError, guardedFetch } from "#server/platform/net/guardedFetch.ts";
import type { ClaimedDelivery } from "./deliveries.queries.ts";
import { recordAnswer } from "./deliveries.queries.ts";
import { OFF_AFTER_MS, secondsUntilRetry } from "./retries.policy.ts";
import { signatureHeaders } from "./signature.ts";
import { turnOffEndpoint } from "./turnOffEndpoint.ts";
import { reachOf } from "./webhookAddress.ts";

/** Milliseconds that a receiver has to answer. */
const ANSWER_MS = 10_000;

/** The number of bytes of an answer that are read and logged. */
const ANSWER_BYTES = 2_048;

/** What became of an attempt: answered with 2xx, with another status, or not at all. */
export type AttemptResult = "delivered" | "refused" | "unanswered";

export interface AttemptServices {
  database: Database;
  config: Pick<Config, "isDevelopment">;
  /** Replaces parts of the policy of outgoing requests in tests. */
  policy?: Partial<FetchPolicy> | undefined;
}

/** Sends a claimed delivery, and records the answer and when the next attempt is due. */
export async function attemptDelivery(
  { database, config, policy }: AttemptServices,
  companyId: number,
  delivery: ClaimedDelivery,
): Promise<AttemptResult> {
  const db = database.inTurnsOf(companyId).system;
  const { id: deliveryId, endpointId, attempts } = delivery;
  const { answer, retryAfter } = await post(delivery, {
    ...reachOf(delivery.address, config),
    ...policy,
  });
  const { status } = answer;
  const isAccepted = status !== null && status >= 200 && status < 300;
  const isGone = status === 410;
  const retrySeconds =
    isAccepted || isGone ? null : secondsUntilRetry(attempts, retryAfter, Date.now());
  const recorded = await db.first(recordAnswer, {
    companyId,
    deliveryId,
    attempts,
    isAccepted,
    retrySeconds,
    answer: JSON.stringify(answer),
  });
  const failingSince = recorded?.failingSince ?? null;
  const isFailing = failingSince !== null && Date.now() - Date.parse(failingSince) >= OFF_AFTER_MS;
  if (recorded && (isGone || isFailing))
    await turnOffEndpoint(database, { companyId, endpointId, reason: isGone ? "gone" : "failing" });
  if (isAccepted) return "delivered";
  return status === null ? "unanswered" : "refused";
}

async function post(
  { kind, address, eventId: id, body, secret, previousSecret }: ClaimedDelivery,
  policy: Partial<FetchPolicy>,
): Promise<{ answer: WebhookAnswer; retryAfter: string | undefined }> {
  const start = Date.now();
  const secrets = [secret, previousSecret].filter((each) => each !== null);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    ...(kind === "webhook" && signatureHeaders({ id, body, at: start }, secrets)),
  };
  const answerOf = (part: Pick<WebhookAnswer, "status" | "body" | "error">): WebhookAnswer => ({
    at: new Date(start).toISOString(),
    milliseconds: Date.now() - start,
    ...part,
  });
  try {
    const reply = await guardedFetch(address, {
      ...policy,
      milliseconds: ANSWER_MS,
      bytes: ANSWER_BYTES,
      isCut: true,
      message: { method: "POST", headers, body },
    });
    const text = storable(reply.body.toString("utf8"));
    return {
      answer: answerOf({ status: reply.status, body: text, error: null }),
      retryAfter: reply.headers["retry-after"],
    };
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) throw error;
    return {
      answer: answerOf({ status: null, body: "", error: error.message }),
      retryAfter: undefined,
    };
  }
}

/** Removes what PostgreSQL cannot store. */
const storable = (text: string) => text.replaceAll("\u0000", "").toWellFormed();
