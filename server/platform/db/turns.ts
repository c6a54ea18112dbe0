import { AsyncLocalStorage } from "node:async_hooks";
import type { FairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { createFairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";

/**
 * Whose turn a statement takes: a company's, that of the product's host, which all requests without
 * a company share, or that of this process itself, for example for its jobs.
 */
export type TurnOwner = number | "product" | "process";

/** Runs a statement or a whole transaction when it is the owner's turn. */
export type Turns = FairSemaphore<TurnOwner>;

/**
 * Statements and transactions of one owner that run at a time while those of others wait
 * (docs/product-decisions.md "Fairness between companies").
 */
const PER_OWNER_WHILE_OTHERS_WAIT = 2;

/** Connections that one owner leaves free for others, even if nobody else waits. */
const LEFT_FOR_OTHERS = 2;

/** Maximum number of waiting statements of one owner. Each belongs to an open request. */
const MOST_WAITING = 1_000;

const transactionScope = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Creates the turns for `width` connections. A turn is taken before a connection, so that the pool
 * never has to let anyone wait.
 * @throws OverloadError (the returned function); an error inside a transaction, which holds a turn
 * already: if each of several transactions waited for a second one, none would ever end
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

/** Runs the work of a transaction, in which no second turn can be taken. */
export async function inTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true };
  try {
    return await transactionScope.run(scope, work);
  } finally {
    // What the work has started may run on after the transaction.
    scope.isOpen = false;
  }
}
