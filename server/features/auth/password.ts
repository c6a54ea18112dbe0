import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { createSemaphore } from "#server/platform/http/semaphore.ts";

/** DECISIONS "Accounts": argon2id (the library's default), at least these costs. Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** At most this many hashes at once, so that a flood of logins leaves processors for everyone else's pages. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * So many wait for their turn, and each so many milliseconds at most; whoever is one too many, or has waited so long, is asked to come
 * back, and what has been counted of the attempt is taken back (`judge` of `server/platform/throttle`). No turn is left empty by it: as many
 * get in as without it, and those who do not are told in time. A request that hashes twice may wait twice.
 *
 * The limits of a login bound what one address puts in (100 a quarter of an hour, of 14 ms of processor time each) and what all of
 * them do for one account (200). They do not bound several hundred addresses with an account each: those can keep the queue filled,
 * and everyone else then has their share of the turns and no more, with this bound as without.
 */
const MOST_WAITING = 250;
const LONGEST_WAIT_MS = 8_000;

const semaphore = createSemaphore(CONCURRENCY, {
  mostWaiting: MOST_WAITING,
  longestWaitMs: LONGEST_WAIT_MS,
});

/** @throws HttpError 503 when too many are waiting, or it has waited for 8 s, as the other two below */
export function hashPassword(password: string): Promise<string> {
  return semaphore(() => hash(password, COST));
}

/**
 * 32 bytes each that can be looked up, since the salt is given: for secrets of which one account has several. All of them in one turn:
 * they would wait for one another.
 */
export function hashSalted(secrets: readonly string[], salt: Buffer): Promise<Buffer[]> {
  return semaphore(async () => {
    const hashes: Buffer[] = [];
    for (const secret of secrets) hashes.push(await hashRaw(secret, { ...COST, salt }));
    return hashes;
  });
}

let hashOfNobody: Promise<string> | undefined;

/** Compares in the same time whether the account exists or not. */
export function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return semaphore(async () => {
    hashOfNobody ??= hash("nobody's password", COST);
    const matches = await verify(storedHash ?? (await hashOfNobody), password);
    return matches && storedHash !== undefined;
  });
}
