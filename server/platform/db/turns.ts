import { AsyncLocalStorage } from "node:async_hooks";
import type { FairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { createFairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";

/**
 * The owner of a statement's turn, which is the right to use a connection: a company (its id), all
 * requests without a company together (`product`), or this process itself, for example for its jobs
 * (`process`).
 */
export type TurnOwner = number | "product" | "process";

/** Runs a statement or a whole transaction when the owner has a turn. */
export type Turns = FairSemaphore<TurnOwner>;

/**
 * Maximum number of statements and transactions of one owner that run at the same time while other
 * owners wait (docs/product-decisions.md "Fairness between companies").
 */
const PER_OWNER_WHILE_OTHERS_WAIT = 2;

/**
 * Number of connections that one owner leaves free for other owners, even if no other owner waits.
 */
const LEFT_FOR_OTHERS = 2;

/**
 * Maximum number of waiting statements of one owner. A statement above this number is refused, so
 * that the requests of waiting statements do not fill the memory.
 */
const MOST_WAITING = 1_000;

const transactionScope = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Creates the turns for `width` connections. A statement takes a turn before it takes a connection,
 * so no statement ever waits in the pool. A transaction must not take a second turn, because
 * transactions that all wait for a second turn would block each other forever.
 * @throws OverloadError (the returned function); an Error if a transaction takes a second turn
 */
export function createTurns(width: number, longestWaitMs: number): Turns {
  const perKey = Math.max(1, width - LEFT_FOR_OTHERS);
  const semaphore = createFairSemaphore<TurnOwner>({
    width,
    perKey,
    perKeyWhileOthersWait: Math.min(PER_OWNER_WHILE_OTHERS_WAIT, perKey),
    mostWaiting: MOST_WAITING,
    longestWaitMs,
  });
  return async (owner, work) => {
    if (transactionScope.getStore()?.isOpen)
      throw new Error("A transaction must use the database that it was given");
    return semaphore(owner, work);
  };
}

/** Runs the work of a transaction. The work cannot take a second turn. */
export async function inTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true };
  try {
    return await transactionScope.run(scope, work);
  } finally {
    // Operations that the work has started can continue after the transaction. They are then
    // allowed to take turns.
    scope.isOpen = false;
  }
}
