import { expect, test } from "vitest";
import { sixDigits } from "./sixDigits.ts";

test("a hex colour with three digits or upper-case digits is converted to six lower-case digits", () => {
  expect(sixDigits("#0bF")).toBe("#00bbff");
  expect(sixDigits("#4F46E5")).toBe("#4f46e5");
});
