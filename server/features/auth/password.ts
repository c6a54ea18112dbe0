import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { createSemaphore } from "#server/platform/http/semaphore.ts";

/**
 * Costs of argon2id, the library's default algorithm. `memoryCost` is in KiB
 * (docs/product-decisions.md "Accounts").
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Maximum number of hashes computed at once: half of the cores. The other half stays free to serve
 * pages during a flood of logins.
 */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * Maximum queue length, and maximum wait per hash in milliseconds. A request that exceeds either
 * limit gets 503, and its login attempt is not counted (`uncountIfOverloaded` in
 * `server/platform/throttle`). The limits do not lower the throughput; they only reject requests
 * earlier. A request that computes two hashes can wait twice.
 *
 * Login throttling limits each IP address to 100 attempts per 15 minutes (about 14 ms of processor
 * time each) and each account to 200. Several hundred addresses that use different accounts can
 * still fill this queue. The logins of other users then also get 503.
 */
const MAX_QUEUED = 250;
const MAX_WAIT_MS = 8_000;

const semaphore = createSemaphore(CONCURRENCY, {
  mostWaiting: MAX_QUEUED,
  longestWaitMs: MAX_WAIT_MS,
});

/**
 * Hashes a password.
 * @throws HttpError 503 if the queue is full or the wait exceeds 8 s. All functions below throw
 * this error as well
 */
export function hashPassword(password: string): Promise<string> {
  return semaphore(() => hash(password, COST));
}

/**
 * Returns a 32-byte hash for each secret. The caller passes the salt. If an account's secrets share
 * one salt, a secret can be looked up by its hash. The secrets of one call together take one slot
 * of the queue.
 */
export function hashSalted(secrets: readonly string[], salt: Buffer): Promise<Buffer[]> {
  return semaphore(async () => {
    const hashes: Buffer[] = [];
    for (const secret of secrets) hashes.push(await hashRaw(secret, { ...COST, salt }));
    return hashes;
  });
}

/**
 * Returns the hash of one short code. Computing it is as slow as computing a password hash, so that
 * an attacker who reads the table cannot find the code before the code expires.
 */
export async function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  const [hashed] = await hashSalted([code], salt);
  if (!hashed) throw new Error("The code was not hashed");
  return hashed;
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches the stored hash. Takes the same time whether or not the account
 * exists.
 */
export function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return semaphore(async () => {
    dummyHash ??= hash("nobody's password", COST);
    const matches = await verify(storedHash ?? (await dummyHash), password);
    return matches && storedHash !== undefined;
  });
}
