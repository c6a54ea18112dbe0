import { expect, test } from "vitest";
import { addressOf, nextCursorOf } from "./callOverHttp.ts";

test("in the URL of an API call, path parameters are encoded and undefined query parameters are left out", () => {
  const input = { params: { boardId: "a/b?" }, query: { search: "50% & more", status: undefined } };
  expect(addressOf("/api/boards/:boardId/feedback", input)).toBe(
    "/api/boards/a%2Fb%3F/feedback?search=50%25+%26+more",
  );
  expect(addressOf("/api/feedback", {})).toBe("/api/feedback");
});

test("an API call without a value for one of its path parameters throws an error", () => {
  expect(() => addressOf("/api/feedback/:id", {})).toThrow("id is missing");
});

test("the cursor of a list's next page is read from the response's Link header", () => {
  expect(nextCursorOf('</api/feedback?sort=votes&cursor=abc_-1>; rel="next"')).toBe("abc_-1");
  expect(nextCursorOf('</a?cursor=1>; rel="prev", </a?cursor=2>; rel="next"')).toBe("2");
  expect(nextCursorOf(null)).toBeNull();
});
