import { createHash, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { IDEMPOTENCY_CONFLICT, IDEMPOTENCY_MISMATCH } from "#contract/idempotency.ts";
import { invalidApiKey } from "#server/platform/access/apiKey.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type {
  Database,
  Db,
  SystemDb,
  TenantDb,
  TransactionOptions,
} from "#server/platform/db/database.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { HttpError, invalid } from "#server/platform/http/httpError.ts";
import { findAnswer, forgetAttempt, startAttempt, storeAnswer } from "./apiAnswers.queries.ts";

const HEADER = "idempotency-key";
const VALID = /^[\x21-\x7e]{1,255}$/;

interface Answer {
  /** The body of the response before it is serialized. */
  readonly result: unknown;
  readonly isRepeated: boolean;
}

type Work = (context: RequestContext) => Promise<unknown>;

/**
 * Runs a POST request with an API key and an `Idempotency-Key` once. A repetition gets the first
 * answer for a day. The answer is stored in the transaction of the change, so that it survives the
 * end of the process after the commit (docs/decisions/0087-api-keys.md).
 * @throws HttpError 409 while the first request runs, 422 for another request with the same key
 */
export async function answerOnce(
  { headers, requestContext: context, url }: FastifyRequest,
  endpoint: Endpoint,
  body: unknown,
  work: Work,
): Promise<Answer> {
  const idempotencyKey = headers[HEADER];
  if (endpoint.method !== "POST" || idempotencyKey === undefined)
    return { result: await work(context), isRepeated: false };
  const { apiKey, db } = context;
  if (!apiKey || !db) return { result: await work(context), isRepeated: false };
  if (typeof idempotencyKey !== "string" || !VALID.test(idempotencyKey))
    throw invalid({ [HEADER]: ["Idempotency-Key must be 1 to 255 printable ASCII characters"] });
  const request = { companyId: db.companyId, apiKeyId: apiKey.id, idempotencyKey };
  const attempt = randomUUID();
  const requestHash = hashOf(endpoint.method, url, body);
  const started = await db
    .first(startAttempt, { ...request, requestHash, attempt })
    .catch((error: unknown) => {
      // The key was revoked meanwhile.
      throw isForeignKeyViolation(error) ? invalidApiKey() : error;
    });
  if (!started) {
    const first = await db.first(findAnswer, request);
    if (first && !first.requestHash.equals(requestHash))
      throw new HttpError(422, IDEMPOTENCY_MISMATCH);
    if (first && first.answer !== null)
      return { result: JSON.parse(first.answer) as unknown, isRepeated: true };
    throw stillRunning();
  }
  const store: Store = async (transaction, result) => {
    const answer = textOf(result);
    if (!(await transaction.first(storeAnswer, { ...request, attempt, answer })))
      throw stillRunning();
  };
  const stored = new Set<string>();
  try {
    const result = await work(storingAnswers(context, endpoint, store, stored));
    if (!stored.has(textOf(result))) await store(db, result);
    return { result, isRepeated: false };
  } catch (error) {
    // An answer that was stored in a committed transaction stays. If the attempt cannot be forgotten
    // now, it is given up later.
    await db.all(forgetAttempt, { ...request, attempt }).catch(() => undefined);
    throw error;
  }
}

/** Stores an answer, unless another execution has replaced this one. */
type Store = (transaction: Db, result: unknown) => Promise<void>;

const textOf = (result: unknown) => JSON.stringify(result ?? null);

const stillRunning = () =>
  new HttpError(409, IDEMPOTENCY_CONFLICT, { headers: { "retry-after": "1" } });

/** Returns a hash of the request. Of an uploaded file, its content counts. */
function hashOf(method: string, url: string, body: unknown): Buffer {
  const hashed = createHash("sha256");
  if (typeof body === "object" && body !== null && "content" in body) {
    const { content, ...rest } = body;
    if (content instanceof Uint8Array)
      return hashed
        .update(JSON.stringify([method, url, rest]))
        .update(content)
        .digest();
  }
  return hashed.update(JSON.stringify([method, url, body ?? null])).digest();
}

/**
 * Returns the context with databases whose transactions store the answer before they commit. The
 * answer of a verb is the result of its transaction. `stored` receives what was committed.
 */
function storingAnswers(
  context: RequestContext,
  { response }: Endpoint,
  store: Store,
  stored: Set<string>,
): RequestContext {
  const storing = <D extends TenantDb | SystemDb>(db: D): D => {
    const run = db.transaction as RunTransaction;
    const transaction: RunTransaction = async (work, options) => {
      let answer: string | undefined;
      const result = await run(
        async (inner) => {
          const done = await work(inner);
          const given = response.safeParse(done);
          answer = given.success ? textOf(given.data) : undefined;
          if (given.success) await store(inner, given.data);
          return done;
        },
        { ...options, isSingle: false },
      );
      if (answer !== undefined) stored.add(answer);
      return result;
    };
    return { ...db, transaction: transaction as D["transaction"] };
  };
  const storingDatabase = (database: Database): Database => ({
    ...database,
    system: storing(database.system),
    tenant: (companyId) => storing(database.tenant(companyId)),
    inTurnsOf: (owner) => storingDatabase(database.inTurnsOf(owner)),
  });
  return {
    ...context,
    database: storingDatabase(context.database),
    db: context.db && storing(context.db),
  };
}

/** `transaction` of any database, without the types of its result. */
type RunTransaction = (
  work: (transaction: Db) => Promise<unknown>,
  options?: TransactionOptions,
) => Promise<unknown>;
