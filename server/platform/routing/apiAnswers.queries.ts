import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Hours for which an answer is repeated. */
const ANSWER_HOURS = 24;

/**
 * Seconds after which a request without an answer is given up, because its process was killed. If
 * it is still running, it fails when it stores its answer.
 */
export const ATTEMPT_SECONDS = 60;

/** A request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  companyId: number;
  apiKeyId: number;
  idempotencyKey: string;
}

const isRequest = (p: IdempotentRequest) => sql`
  company_id = ${p.companyId} and api_key_id = ${p.apiKeyId}
  and idempotency_key = ${p.idempotencyKey}`;

const isExpired = sql`a.started_at < now() - make_interval(hours => ${sql.lit(ANSWER_HOURS)})`;

/**
 * Starts a request, unless it is running or has been answered. Returns nothing in that case, and if
 * the key belongs to another request.
 */
export const startAttempt = statement<
  IdempotentRequest & { requestHash: Buffer; attempt: string },
  { attempt: string }
>(
  "start_attempt",
  (p) => sql`
    insert into api_answer as a (company_id, api_key_id, idempotency_key, request_hash, attempt)
    values (${p.companyId}, ${p.apiKeyId}, ${p.idempotencyKey}, ${p.requestHash}, ${p.attempt})
    on conflict (company_id, api_key_id, idempotency_key) do update
      set request_hash = excluded.request_hash, attempt = excluded.attempt, started_at = now(),
        answer = null
      where ${isExpired} or (a.answer is null and a.request_hash = excluded.request_hash
        and a.started_at < now() - make_interval(secs => ${sql.lit(ATTEMPT_SECONDS)}))
    returning attempt
  `,
);

export const findAnswer = statement<
  IdempotentRequest,
  { requestHash: Buffer; answer: string | null }
>("find_api_answer", (p) => sql`select request_hash, answer from api_answer where ${isRequest(p)}`);

/** Stores the answer. Returns nothing if another execution has replaced the attempt. */
export const storeAnswer = statement<
  IdempotentRequest & { attempt: string; answer: string },
  { attempt: string }
>(
  "store_api_answer",
  (p) => sql`
    update api_answer set answer = ${p.answer}
    where ${isRequest(p)} and attempt = ${p.attempt} returning attempt
  `,
);

/** Forgets a request that was refused, so that it can be sent again. */
export const forgetAttempt = statement<IdempotentRequest & { attempt: string }, never>(
  "forget_attempt",
  (p) => sql`
    delete from api_answer where ${isRequest(p)} and attempt = ${p.attempt} and answer is null
  `,
);

export const deleteOldAnswers = statement<Record<never, never>, never>(
  "delete_old_api_answers",
  () => sql`delete from api_answer a where ${isExpired}`,
);
