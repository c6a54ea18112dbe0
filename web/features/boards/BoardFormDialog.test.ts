import { expect, test } from "vitest";
import { slugProblem } from "./BoardFormDialog.tsx";

test("an invalid slug is reported with the contract's error message", () => {
  expect(slugProblem("ideas-2", [])).toBeUndefined();
  expect(slugProblem(" Ideas ", [])).toBeUndefined();
  expect(slugProblem("my ideas", [])).toMatch(/^Slug can only contain/);
  expect(slugProblem("a--b", [])).toMatch(/^Slug can only contain/);
  expect(slugProblem("a".repeat(81), [])).toBe("Slug must be at most 80 characters");
});

test("the slug of another board is reported as taken, ignoring case and a trailing hyphen", () => {
  expect(slugProblem("IDEAS", ["ideas", "bugs"])).toBe("Slug is already taken");
  expect(slugProblem("ideas-", ["ideas"])).toBe("Slug is already taken");
});

test("while the user types, no error is shown for an empty slug or for a slug that ends with one hyphen after a letter", () => {
  expect(slugProblem("", ["ideas"])).toBeUndefined();
  expect(slugProblem("my-", [])).toBeUndefined();
  expect(slugProblem("-", [])).toMatch(/^Slug can only contain/);
  expect(slugProblem("my--", [])).toMatch(/^Slug can only contain/);
});
