import { expect, test } from "vitest";
import { wallTime, zonedTime } from "./zonedTime.ts";

test.each([
  ["Europe/Berlin", "2026-01-15", "09:00", "2026-01-15T08:00:00.000Z"],
  ["Europe/Berlin", "2026-07-15", "09:00", "2026-07-15T07:00:00.000Z"],
  // The first minutes after the clocks have changed, on both days of the year.
  ["Europe/Berlin", "2026-03-29", "03:30", "2026-03-29T01:30:00.000Z"],
  ["Europe/Berlin", "2026-10-25", "03:30", "2026-10-25T02:30:00.000Z"],
  ["America/New_York", "2026-12-31", "23:45", "2027-01-01T04:45:00.000Z"],
  ["Asia/Kathmandu", "2026-05-01", "00:00", "2026-04-30T18:15:00.000Z"],
  ["UTC", "2026-05-01", "00:00", "2026-05-01T00:00:00.000Z"],
])("in %s, clocks show %s %s at %s", (zone, day, time, at) => {
  expect(zonedTime({ day, time }, zone)).toBe(at);
  expect(wallTime(Date.parse(at), zone)).toEqual({ day, time });
});

test("a time that clocks skip becomes an hour later", () => {
  const at = zonedTime({ day: "2026-03-29", time: "02:30" }, "Europe/Berlin");
  expect(wallTime(Date.parse(at), "Europe/Berlin")).toEqual({ day: "2026-03-29", time: "03:30" });
});
