import type { Subject } from "./scenario.ts";
import type { Stage } from "./stage.ts";

/** One value after the other, from the start again at the end. */
function turnTo<T>(values: readonly T[], turn: number): T {
  const value = values[turn % values.length];
  if (value === undefined) throw new Error("There is nothing to choose from");
  return value;
}

/** Each turn an address that nobody has asked before. */
export function eachVisit(_stage: Stage, turn: number): Subject {
  return { visit: turn };
}

/** Each turn another item, at such an address. */
export function eachItemAnew(stage: Stage, turn: number): Subject {
  return { ...eachItem(stage, turn), ...eachVisit(stage, turn) };
}

/** Each turn another user. */
export function eachUser({ users }: Stage, turn: number): Subject {
  return { user: turnTo(users, turn) };
}

/** Each turn another item. */
export function eachItem({ itemIds }: Stage, turn: number): Subject {
  return { itemId: turnTo(itemIds, turn) };
}

/** Each turn another user and another item. */
export function eachUserAndItem(stage: Stage, turn: number): Subject {
  return { ...eachUser(stage, turn), ...eachItem(stage, turn) };
}

/** Each turn a pair of user and item that has not been before, for as many turns as there are pairs. */
export function eachPair({ users, itemIds }: Stage, turn: number): Subject {
  const user = turn % users.length;
  const round = Math.floor(turn / users.length);
  return { user: turnTo(users, user), itemId: turnTo(itemIds, round + user * 37) };
}

/** Each turn another user, who says something new. */
export function eachText(stage: Stage, turn: number): Subject {
  return { ...eachUserAndItem(stage, turn), text: `Wish number ${String(turn)} of this run` };
}
