import { expect, test } from "vitest";
import { BLACK, blackOrWhiteOn, contrast, parseHex, READABLE, readableOn, WHITE } from "./color.ts";

const COLORS = [
  "#000",
  "#fff",
  "#4f46e5",
  "#818cf8",
  "#f3e8ff",
  "#facc15",
  "#767676",
  "#00ff00",
  "#7f7f7f",
];

test("colours of three and six hex digits are parsed and other text is not", () => {
  expect(parseHex("#4f46e5")).toEqual([79, 70, 229]);
  expect(parseHex("#Fa0")).toEqual([255, 170, 0]);
  for (const wrong of ["", "#12", "#1234", "4f46e5", "#4f46eg", "#4f46e5;}", "red"]) {
    expect(parseHex(wrong)).toBeNull();
  }
});

test("the contrast of two colours is the WCAG contrast ratio", () => {
  expect(contrast(BLACK, WHITE)).toBeCloseTo(21, 5);
  expect(contrast("#767676", WHITE)).toBeCloseTo(4.54, 2);
  expect(contrast(WHITE, "#767676")).toBeCloseTo(4.54, 2);
  expect(contrast("#4f46e5", "#4f46e5")).toBe(1);
});

test("black or white is readable on every colour", () => {
  for (const color of COLORS)
    expect(contrast(blackOrWhiteOn(color), color)).toBeGreaterThanOrEqual(4.58);
});

test("a readable colour stays unchanged, and an unreadable colour becomes readable", () => {
  expect(readableOn("#4f46e5", WHITE)).toBe("#4f46e5");
  for (const background of [WHITE, "#f1f1f4", "#26262b", BLACK]) {
    for (const color of COLORS) {
      expect(contrast(readableOn(color, background), background)).toBeGreaterThanOrEqual(READABLE);
    }
  }
});
