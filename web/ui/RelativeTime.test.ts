import { expect, test } from "vitest";
import { calendarLabel, exactUtcLabel, parseTime, relativeLabel } from "./RelativeTime.tsx";

const NOW = Date.UTC(2025, 2, 14, 12);
const ago = (seconds: number) => relativeLabel(NOW - seconds * 1000, NOW);
const DAY = 86_400;

test("a relative date uses the largest unit whose minimum the elapsed time has reached", () => {
  expect(
    [0, 59, 60, 3599, 3600, DAY, 3 * DAY, 13 * DAY, 14 * DAY, 31 * DAY, 364 * DAY, 365 * DAY].map(
      ago,
    ),
  ).toEqual([
    "just now",
    "just now",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "1 day ago",
    "3 days ago",
    "13 days ago",
    "2 weeks ago",
    "1 month ago",
    "11 months ago",
    "1 year ago",
  ]);
  expect(ago(-2 * 3600)).toBe("in 2 hours");
});

test("a calendar date and an exact time are shown in UTC", () => {
  expect(calendarLabel(Date.UTC(2025, 0, 1))).toBe("January 1, 2025");
  expect(exactUtcLabel(Date.UTC(2025, 2, 14, 9, 5))).toBe("March 14, 2025, 09:05 UTC");
});

test("an invalid date is parsed as null", () => {
  expect([null, undefined, "", "yesterday"].map(parseTime)).toEqual([null, null, null, null]);
});
