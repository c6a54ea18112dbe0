import { expect, test } from "vitest";
import { rowsOfPage } from "./keysetCursor.ts";

const row = (id: number, characters: number) => ({ id, text: "x".repeat(characters) });

test("a page of a list has at least one row, however long that row is", () => {
  const rows = [row(1, 1_000_000), row(2, 10)];
  expect(rowsOfPage(rows, 20)).toEqual([rows[0]]);
});

test("a page of a list ends before the row that would make the page exceed 128 kB", () => {
  const rows = [row(1, 60_000), row(2, 60_000), row(3, 60_000)];
  expect(rowsOfPage(rows, 20)).toEqual(rows.slice(0, 2));
});

test("a page of a list contains all rows up to the limit on rows if the page stays below 128 kB", () => {
  const rows = [row(1, 100), row(2, 100), row(3, 100)];
  expect(rowsOfPage(rows, 2)).toEqual(rows.slice(0, 2));
  expect(rowsOfPage(rows, 20)).toEqual(rows);
});
