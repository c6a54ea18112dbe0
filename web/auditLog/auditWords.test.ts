import { expect, test } from "vitest";
import { actionWords, keyWords, valueWords } from "./auditWords.ts";

test("actions are told in words, unknown ones by their code", () => {
  expect(actionWords("board.delete")).toBe("Deleted a board");
  expect(actionWords("webhook.end-all")).toBe("Webhook: end all");
  expect(actionWords("constructor")).toBe("Constructor");
});

test("details are told in words", () => {
  expect(keyWords("allowPublicFeedback")).toBe("Allow public feedback");
  expect([null, "", true, false, 7, "x", ["a"]].map(valueWords)).toEqual([
    "none",
    "none",
    "yes",
    "no",
    "7",
    "x",
    '["a"]',
  ]);
});
