import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { createSemaphore } from "#server/platform/http/semaphore.ts";

/**
 * argon2id (the library's default) with at least these costs, memory in KiB
 * (docs/product-decisions.md "Accounts").
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes computed at once. The other cores stay free to serve pages during a flood of logins. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * Maximum queue length, and maximum wait per hash in milliseconds. A request beyond either gets
 * 503, and its login attempt is not counted (`judge` in `server/platform/throttle`). This does not
 * lower throughput; it only rejects requests earlier. A request that computes two hashes may wait
 * twice.
 *
 * Login throttling limits each address to 100 attempts per 15 minutes (about 14 ms of processor
 * time each) and each account to 200. Several hundred addresses that use different accounts can
 * still fill this queue; other users then compete with them.
 */
const MAX_QUEUED = 250;
const MAX_WAIT_MS = 8_000;

const semaphore = createSemaphore(CONCURRENCY, {
  mostWaiting: MAX_QUEUED,
  longestWaitMs: MAX_WAIT_MS,
});

/** @throws HttpError 503 if the queue is full or the wait exceeds 8 s; so do the functions below */
export function hashPassword(password: string): Promise<string> {
  return semaphore(() => hash(password, COST));
}

/**
 * 32 bytes per secret. The salt is given, so a hash can be looked up; for secrets of which one
 * account has several. They take one place in the queue together.
 */
export function hashSalted(secrets: readonly string[], salt: Buffer): Promise<Buffer[]> {
  return semaphore(async () => {
    const hashes: Buffer[] = [];
    for (const secret of secrets) hashes.push(await hashRaw(secret, { ...COST, salt }));
    return hashes;
  });
}

/**
 * The hash of one short code. As slow as a password's, so that whoever reads the table cannot find
 * the code while it works.
 */
export async function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  const [hashed] = await hashSalted([code], salt);
  if (!hashed) throw new Error("The code was not hashed");
  return hashed;
}

let dummyHash: Promise<string> | undefined;

/** Takes the same time whether or not the account exists. */
export function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return semaphore(async () => {
    dummyHash ??= hash("nobody's password", COST);
    const matches = await verify(storedHash ?? (await dummyHash), password);
    return matches && storedHash !== undefined;
  });
}
