import { expect, test } from "vitest";
import { axisTop } from "./BarChart.tsx";

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [5, 10],
  [10, 10],
  [11, 20],
  [21, 40],
  [99, 100],
  [100, 100],
  [101, 200],
  [12_345, 20_000],
])("the axis of a chart whose largest value is %i ends at %i", (max, top) => {
  expect(axisTop(max)).toBe(top);
});

test("the middle of a chart's axis is an integer for every largest value below 3,000", () => {
  for (let max = 0; max < 3000; max += 1) expect(axisTop(max) % 2).toBe(0);
});
