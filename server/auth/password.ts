import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { inTurns } from "#server/http/inTurns.ts";

/** DECISIONS "Accounts": argon2id (the library's default), at least these costs. Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** At most this many hashes at once, so that a flood of logins leaves processors for everyone else's pages. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));

/** So many wait for their turn, the last one for some seconds; whoever comes then is asked to come back. */
const MOST_WAITING = 250;

const inTurn = inTurns(CONCURRENCY, { mostWaiting: MOST_WAITING });

/** @throws HttpError 503 when too many are waiting, as the other two below */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** 32 bytes that can be looked up, since the salt is given: for secrets of which one account has several. */
export function hashSalted(secret: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => hashRaw(secret, { ...COST, salt }));
}

let hashOfNobody: Promise<string> | undefined;

/** Compares in the same time whether the account exists or not. */
export function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    hashOfNobody ??= hash("nobody's password", COST);
    const matches = await verify(storedHash ?? (await hashOfNobody), password);
    return matches && storedHash !== undefined;
  });
}
