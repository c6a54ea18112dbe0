import type { Subject } from "./scenario.ts";
import type { BenchFixtures } from "./createBenchFixtures.ts";

/** One value after the other, from the start again at the end. */
function turnTo<T>(values: readonly T[], turn: number): T {
  const value = values[turn % values.length];
  if (value === undefined) throw new Error("There is nothing to choose from");
  return value;
}

/** Each turn an address that nobody has asked before. */
export function eachVisit(_stage: BenchFixtures, turn: number): Subject {
  return { visit: turn };
}

/** Each turn another item, at such an address. */
export function eachItemAnew(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachItem(fixtures, turn), ...eachVisit(fixtures, turn) };
}

/** Each turn another user. */
export function eachUser({ users }: BenchFixtures, turn: number): Subject {
  return { user: turnTo(users, turn) };
}

/** Each turn another item. */
export function eachItem({ itemIds }: BenchFixtures, turn: number): Subject {
  return { itemId: turnTo(itemIds, turn) };
}

/** Each turn another user and another item. */
export function eachUserAndItem(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachUser(fixtures, turn), ...eachItem(fixtures, turn) };
}

/** Each turn a pair of user and item that has not been before, for as many turns as there are pairs. */
export function eachPair({ users, itemIds }: BenchFixtures, turn: number): Subject {
  const user = turn % users.length;
  const round = Math.floor(turn / users.length);
  return { user: turnTo(users, user), itemId: turnTo(itemIds, round + user * 37) };
}

/** Each turn another user, who says something new. */
export function eachText(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachUserAndItem(fixtures, turn), text: `Wish number ${String(turn)} of this run` };
}
