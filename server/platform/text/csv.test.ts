import { expect, test } from "vitest";
import { csvHeading, csvLine } from "./csv.ts";

test("in a CSV file, texts are in quotes, and numbers and empty cells are not", () => {
  expect(csvLine(["a,b", 'say "x"', "1\n2", "ü", 7, -1, null])).toBe(
    '"a,b","say ""x""","1\n2","ü",7,-1,\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "\u2067=b"])(
  "in a CSV file, a text that begins like a formula gets a leading apostrophe: %j",
  (text) => {
    expect(csvLine([text])).toBe(`"'${text.replace("\u2067", "")}"\r\n`);
  },
);

test("control characters that change the text direction are removed from the texts of a CSV file", () => {
  expect(csvLine(["\u202Eevil\u2066", "a=b"])).toBe('"evil","a=b"\r\n');
});

test("a CSV file begins with a byte order mark", () => {
  expect(csvHeading(["ID", "Title"])).toBe('\uFEFF"ID","Title"\r\n');
});
