import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import { valueTypes } from "./valueTypes.ts";

const parseMoment = valueTypes.getTypeParser(pg.types.builtins.TIMESTAMPTZ, "text") as (
  text: string,
) => string;

/**
 * Formats microseconds as PostgreSQL writes them: without trailing zeros, and without the decimal
 * point if all digits are zeros.
 */
const fractionOf = (micros: number) =>
  `.${String(micros).padStart(6, "0")}`.replace(/0+$/, "").replace(/\.$/, "");

test("a timestamp is converted to the text that `Date.toISOString` returns", () => {
  const dates = fc.date({
    min: new Date("0001-01-01"),
    max: new Date("9999-12-31"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, fc.nat(999_999), (date, micros) => {
      const seconds = date.toISOString().slice(0, 19);
      const text = `${seconds.replace("T", " ")}${fractionOf(micros)}+00`;
      const millis = String(Math.floor(micros / 1000)).padStart(3, "0");
      expect(parseMoment(text)).toBe(new Date(`${seconds}.${millis}Z`).toISOString());
    }),
  );
});

test("a timestamp in another time zone is converted to UTC, and an invalid timestamp throws an error", () => {
  expect(parseMoment("2026-11-22 09:30:00.5+02")).toBe("2026-11-22T07:30:00.500Z");
  expect(() => parseMoment("infinity")).toThrow(RangeError);
});
