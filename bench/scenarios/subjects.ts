import type { Subject } from "./scenario.ts";
import type { BenchFixtures } from "./createBenchFixtures.ts";

/** Cycles through the values. */
function cycle<T>(values: readonly T[], turn: number): T {
  const value = values[turn % values.length];
  if (value === undefined) throw new Error("There is nothing to choose from");
  return value;
}

/** Each request has a unique address. */
export function eachVisit(_fixtures: BenchFixtures, turn: number): Subject {
  return { visit: turn };
}

/** Each request is for another item, at a unique address. */
export function eachItemUncached(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachItem(fixtures, turn), ...eachVisit(fixtures, turn) };
}

/** Each request is by another user. */
export function eachUser({ users }: BenchFixtures, turn: number): Subject {
  return { user: cycle(users, turn) };
}

/** Each request is for another item. */
export function eachItem({ itemIds }: BenchFixtures, turn: number): Subject {
  return { itemId: cycle(itemIds, turn) };
}

/** Each request is by another user and for another item. */
export function eachUserAndItem(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachUser(fixtures, turn), ...eachItem(fixtures, turn) };
}

/** A unique pair of user and item per request, until all pairs are used. */
export function eachPair({ users, itemIds }: BenchFixtures, turn: number): Subject {
  const user = turn % users.length;
  const round = Math.floor(turn / users.length);
  return { user: cycle(users, user), itemId: cycle(itemIds, round + user * 37) };
}

/** Each request is by another user and has a unique text. */
export function eachText(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachUserAndItem(fixtures, turn), text: `Wish number ${String(turn)} of this run` };
}
