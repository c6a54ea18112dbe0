import { expect, test } from "vitest";
import { monthGroups } from "./ChangelogTimeline.tsx";

const at = (createdAt: string) => ({ createdAt });
const timeOf = ({ createdAt }: { createdAt: string }) => createdAt;

test("the items of the changelog are grouped by month in their original order", () => {
  const items = [
    at("2026-11-03T10:00:00.000Z"),
    at("2026-11-01T00:00:00.000Z"),
    at("2026-09-30T12:00:00.000Z"),
  ];
  expect(monthGroups(items, timeOf)).toEqual([
    { month: "November 2026", items: items.slice(0, 2) },
    { month: "September 2026", items: items.slice(2) },
  ]);
});

test("the items of the changelog are grouped by UTC month, and December of two different years forms two groups", () => {
  const items = [at("2026-12-31T23:59:59.999Z"), at("2025-12-01T00:00:00.000Z")];
  expect(monthGroups(items, timeOf).map((group) => group.month)).toEqual([
    "December 2026",
    "December 2025",
  ]);
});

test("an item of the changelog without a valid date is in a group with the label for a missing date", () => {
  expect(monthGroups([at("never")], timeOf)[0]?.month).toBe("Date unavailable");
  expect(monthGroups([], timeOf)).toEqual([]);
});
