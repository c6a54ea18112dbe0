import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { inTurns } from "#server/http/inTurns.ts";

/** DECISIONS "Accounts": argon2id (the library's default), at least these costs. Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** At most this many hashes at once, so that a flood of logins leaves processors for everyone else's pages. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));

const inTurn = inTurns(CONCURRENCY);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
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
