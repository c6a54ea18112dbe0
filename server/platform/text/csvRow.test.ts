import { expect, test } from "vitest";
import { csvHeading, csvRow } from "./csvRow.ts";

test("cells with commas, quotes and line breaks are quoted, and numbers and empty cells are not", () => {
  expect(csvRow(["a,b", 'say "x"', "1\n2", "ü", 7, -1, null])).toBe(
    '"a,b","say ""x""","1\n2",ü,7,-1,\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"])(
  "a cell that begins like a formula begins with an apostrophe: %j",
  (text) => {
    expect(csvRow([text]).replaceAll('"', "")).toBe(`'${text}\r\n`);
  },
);

test("control characters that change the direction of text are removed from cells", () => {
  expect(csvRow(["\u202Eevil\u2066"])).toBe("evil\r\n");
});

test("a CSV file begins with a byte order mark", () => {
  expect(csvHeading(["ID", "Title"])).toBe("\uFEFFID,Title\r\n");
});
