import { expect, test } from "vitest";
import { applyOrder } from "./ReorderDialog.tsx";

test("applying an order of ids to a list ignores ids that are not in the list, and moves items whose ids are not in the order to the end", () => {
  const items = [1, 2, 4, 5].map((id) => ({ id }));
  const ids = (order: number[]) => applyOrder(items, order).map(({ id }) => id);
  expect(ids([5, 1, 4, 2])).toEqual([5, 1, 4, 2]);
  expect(ids([4, 3, 2, 1])).toEqual([4, 2, 1, 5]);
  expect(ids([])).toEqual([1, 2, 4, 5]);
});
