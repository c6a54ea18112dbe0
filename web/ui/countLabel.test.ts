import { expect, test } from "vitest";
import { countLabel, formatCount } from "./countLabel.ts";

test("a count is shown with a comma before every three digits", () => {
  expect([0, 999, 1000, 12_345, 1_234_567].map(formatCount)).toEqual([
    "0",
    "999",
    "1,000",
    "12,345",
    "1,234,567",
  ]);
  expect([countLabel(1, "board"), countLabel(1200, "board")]).toEqual(["1 board", "1,200 boards"]);
});
