import { expect, test } from "vitest";
import { excerptOf, monthGroups } from "./ChangelogTimeline.tsx";

const at = (createdAt: string) => ({ createdAt });

test("the items of the changelog are grouped by month in their original order", () => {
  const items = [
    at("2026-11-03T10:00:00.000Z"),
    at("2026-11-01T00:00:00.000Z"),
    at("2026-09-30T12:00:00.000Z"),
  ];
  expect(monthGroups(items)).toEqual([
    { month: "November 2026", items: items.slice(0, 2) },
    { month: "September 2026", items: items.slice(2) },
  ]);
});

test("the items of the changelog are grouped by UTC month, and December of two different years forms two groups", () => {
  const items = [at("2026-12-31T23:59:59.999Z"), at("2025-12-01T00:00:00.000Z")];
  expect(monthGroups(items).map((group) => group.month)).toEqual([
    "December 2026",
    "December 2025",
  ]);
});

test("an item of the changelog without a valid date is in a group with the label for a missing date", () => {
  expect(monthGroups([at("never")])[0]?.month).toBe("Date unavailable");
  expect(monthGroups([])).toEqual([]);
});

test("a short description is not shortened", () => {
  expect(excerptOf("One\ntwo.")).toEqual({ text: "One\ntwo.", isShortened: false });
});

test("a long description is cut between words and not within a web address", () => {
  const long = `${"word ".repeat(60)}https://example.com/${"a".repeat(80)} end`;
  const { text, isShortened } = excerptOf(long);
  expect(isShortened).toBe(true);
  expect(text).toBe(`${"word ".repeat(60).trimEnd()} …`);
});

test("a description of many lines is cut after the fifth line", () => {
  expect(excerptOf("1\n2\n3\n4\n5\n6\n7")).toEqual({ text: "1\n2\n3\n4\n5 …", isShortened: true });
});

test("a single very long word is cut without splitting a character", () => {
  const { text } = excerptOf(`a${"😀".repeat(400)}`);
  expect(text.length).toBeLessThanOrEqual(322);
  expect(text.isWellFormed()).toBe(true);
});
