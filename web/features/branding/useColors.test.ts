import { expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { BLACK, contrast, READABLE, WHITE } from "#contract/color.ts";
import { paletteOf, sixDigits } from "./useColors.ts";

test("the colours derived from the default primary colour are the default colours", () => {
  const palette = paletteOf("#4F46E5");
  expect(Object.keys(palette)).toHaveLength(5);
  expect(DEFAULT_BRANDING).toMatchObject(palette);
});

test("for any primary colour, the derived button text colour is readable on it, and the derived secondary and accent colours are neither black nor white", () => {
  for (const primary of ["#0f766e", "#facc15", "#f00", "#767676", "#000000", "#ffffff", "#0AF"]) {
    const { buttonTextColor, ...others } = paletteOf(primary);
    expect(contrast(buttonTextColor, primary)).toBeGreaterThanOrEqual(READABLE);
    expect([BLACK, WHITE]).not.toContain(others.secondaryColor);
    expect([BLACK, WHITE]).not.toContain(others.accentColor);
  }
});

test("the derived secondary colour is lighter than a dark primary colour and darker than a light primary colour", () => {
  const onWhite = (color: string) => contrast(color, WHITE);
  expect(onWhite(paletteOf("#0f766e").secondaryColor)).toBeLessThan(onWhite("#0f766e"));
  expect(onWhite(paletteOf("#facc15").secondaryColor)).toBeGreaterThan(onWhite("#facc15"));
});

test("a hex colour with three digits or upper-case digits is converted to six lower-case digits", () => {
  expect(sixDigits("#0bF")).toBe("#00bbff");
  expect(sixDigits("#4F46E5")).toBe("#4f46e5");
});
