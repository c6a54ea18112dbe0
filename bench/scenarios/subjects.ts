import { randomFrom } from "../data/random.ts";
import { titleFrom } from "../data/sentences.ts";
import type { Subject } from "./scenario.ts";
import type { BenchFixtures } from "./createBenchFixtures.ts";

/** Returns the value for this turn. The values repeat after the last value. */
function cycle<T>(values: readonly T[], turn: number): T {
  const value = values[turn % values.length];
  if (value === undefined) throw new Error("There is nothing to choose from");
  return value;
}

/** Gives each request a unique URL. */
export function eachVisit(_fixtures: BenchFixtures, turn: number): Subject {
  return { visit: turn };
}

/** Gives each request the next item and a unique URL. */
export function eachItemUncached(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachItem(fixtures, turn), ...eachVisit(fixtures, turn) };
}

/** Gives each request the next user. */
export function eachUser({ users }: BenchFixtures, turn: number): Subject {
  return { user: cycle(users, turn) };
}

/** Gives each request the next item. */
export function eachItem({ itemIds }: BenchFixtures, turn: number): Subject {
  return { itemId: cycle(itemIds, turn) };
}

/** Gives each request the next user and the next item. */
export function eachUserAndItem(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachUser(fixtures, turn), ...eachItem(fixtures, turn) };
}

/** Gives each request a unique pair of user and item, until all pairs are used. */
export function eachPair({ users, itemIds }: BenchFixtures, turn: number): Subject {
  const user = turn % users.length;
  const round = Math.floor(turn / users.length);
  return { user: cycle(users, user), itemId: cycle(itemIds, round + user * 37) };
}

/** Gives each request the next user, the next item and a unique text. */
export function eachText(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachUserAndItem(fixtures, turn), text: `Wish number ${String(turn)} of this run` };
}

/** Gives each request a title like those of the items, and a unique URL. */
export function eachTitle(fixtures: BenchFixtures, turn: number): Subject {
  return { ...eachVisit(fixtures, turn), text: titleFrom(randomFrom(turn)) };
}
