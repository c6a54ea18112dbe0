import { expect, test } from "vitest";
import { orderOf, readDate } from "./readDate.ts";

const read = (text: string, order: Parameters<typeof readDate>[1] = null) => {
  const date = readDate(text, order);
  return date instanceof Date ? date.toISOString() : date;
};

test.each([
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2024-03-02T10:00:00+02:00", "2024-03-02T08:00:00.000Z"],
  ["2024-03-02 10:00:00.123456Z", "2024-03-02T10:00:00.123Z"],
  ["2024-03-02T10:00+05", "2024-03-02T05:00:00.000Z"],
  ["31.12.2024", "2024-12-31T00:00:00.000Z"],
  ["1.2.2024 14:30", "2024-02-01T14:30:00.000Z"],
  ["2024/01/02", "2024-01-02T00:00:00.000Z"],
  ["2024-01-02 3:04:05", "2024-01-02T03:04:05.000Z"],
  ["2018-03-23 19:33:22 +0000 UTC", "2018-03-23T19:33:22.000Z"],
  ["2 Jan 2024", "2024-01-02T00:00:00.000Z"],
  ["January 2, 2024 3:04 PM", "2024-01-02T15:04:00.000Z"],
  ["Tue, 02 Jan 2024 15:04:05 GMT", "2024-01-02T15:04:05.000Z"],
  ["12/31/2024", "2024-12-31T00:00:00.000Z"],
  ["31/12/2024 12:00 AM", "2024-12-31T00:00:00.000Z"],
  ["05/05/2024", "2024-05-05T00:00:00.000Z"],
  ["03/04/2024", "ambiguous"],
  ["31.02.2024", undefined],
  ["2024-02-30", undefined],
  ["2024-13-01", undefined],
  ["32/13/2024", undefined],
  ["soon", undefined],
  ["2 Foo 2024", undefined],
  ["2024-01-02 25:00", undefined],
  ["0".repeat(1_000_000), undefined],
])("the date %j is read as %j", (text, expected) => {
  expect(read(text)).toBe(expected);
});

test("the order of day and month decides an ambiguous date, but no other", () => {
  expect(read("03/04/2024", "day_first")).toBe("2024-04-03T00:00:00.000Z");
  expect(read("03-04-2024", "month_first")).toBe("2024-03-04T00:00:00.000Z");
  expect(read("12/31/2024", "day_first")).toBe("2024-12-31T00:00:00.000Z");
  expect(["03/04/2024", "12/31/2024", "31/12/2024", "31.12.2024", "x"].map(orderOf)).toEqual([
    "unknown",
    "month_first",
    "day_first",
    undefined,
    undefined,
  ]);
});
