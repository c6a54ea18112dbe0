import { expect, test } from "vitest";
import { sql } from "./sql.ts";

test("values become parameters, numbered in the order of the text, also in nested parts", () => {
  const condition = sql`company_id = ${1} and name = ${"O'Neil"}`;
  expect(
    sql`select ${0} from board where ${condition} and ${sql`true`} limit ${2}`.compile(),
  ).toEqual({
    text: "select $1 from board where company_id = $2 and name = $3 and true limit $4",
    parameters: [0, 1, "O'Neil", 2],
  });
});

test("a list is joined with commas or with a given separator", () => {
  expect(sql`(${sql.join([1, sql`now()`, 3])})`.compile()).toEqual({
    text: "($1, now(), $2)",
    parameters: [1, 3],
  });
  expect(sql.join([sql`a = ${1}`, sql`b = ${2}`], sql` and `).compile()).toEqual({
    text: "a = $1 and b = $2",
    parameters: [1, 2],
  });
});

test("a quote in a constant is doubled", () => {
  expect(sql`select ${sql.lit("it's")}, ${sql.lit(7)}`.compile().text).toBe("select 'it''s', 7");
});

test("names are quoted and get the database's spelling", () => {
  expect(sql.ref("f.boardCategoryId").compile().text).toBe('"f"."board_category_id"');
});
