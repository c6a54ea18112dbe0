import { expect, test } from "vitest";
import { actionWords, keyWords, valueWords } from "./auditWords.ts";

test("actions are told in words, unknown ones by their code", () => {
  expect(actionWords("board.delete")).toBe("Deleted a board");
  expect(["feedback.update", "feedback.delete", "comment.delete"].map(actionWords)).toEqual([
    "Changed somebody's feedback",
    "Deleted somebody's feedback",
    "Deleted somebody's comment",
  ]);
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
  expect(valueWords({ from: "Dark mode", to: "Night mode" })).toBe("From: Dark mode\nTo: Night mode");
  expect(valueWords({ from: null, to: "Mobile" })).toBe("From: none\nTo: Mobile");
  expect(valueWords({ from: 1, until: 2 })).toBe('{"from":1,"until":2}');
});
