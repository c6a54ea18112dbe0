import { expect, test } from "vitest";
import type { Board } from "#contract/boards.ts";
import { inOrder } from "./inOrder.ts";

function board(id: number): Board {
  return {
    id,
    name: `Board ${String(id)}`,
    slug: `board-${String(id)}`,
    description: null,
    companyId: 1,
    orderIndex: id,
    isPrivate: false,
    feedbackCount: 0,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
}

test("the wanted order survives boards that came and went meanwhile", () => {
  const ids = (wanted: number[]) => inOrder([1, 2, 4, 5].map(board), wanted).map(({ id }) => id);
  expect(ids([5, 1, 4, 2])).toEqual([5, 1, 4, 2]);
  expect(ids([4, 3, 2, 1])).toEqual([4, 2, 1, 5]);
  expect(ids([])).toEqual([1, 2, 4, 5]);
});
