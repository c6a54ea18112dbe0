import { expect, test } from "vitest";
import { actionLabel, keyLabel, valueLabel } from "./auditLabels.ts";

test("a known audit action has a label, and an unknown action gets a label that is made from its code", () => {
  expect(actionLabel("board.delete")).toBe("Deleted a board");
  expect(["feedback.update", "feedback.delete", "comment.delete"].map(actionLabel)).toEqual([
    "Changed somebody's feedback",
    "Deleted somebody's feedback",
    "Deleted somebody's comment",
  ]);
  expect(actionLabel("webhook.end-all")).toBe("Webhook: end all");
  expect(actionLabel("constructor")).toBe("Constructor");
});

test("keys and values in the details of an audit entry have readable labels", () => {
  expect(keyLabel("allowPublicFeedback")).toBe("Allow public feedback");
  expect([null, "", true, false, 7, "x", ["a"]].map(valueLabel)).toEqual([
    "none",
    "none",
    "yes",
    "no",
    "7",
    "x",
    '["a"]',
  ]);
  expect(valueLabel({ from: "Dark mode", to: "Night mode" })).toBe(
    "From: Dark mode\nTo: Night mode",
  );
  expect(valueLabel({ from: null, to: "Mobile" })).toBe("From: none\nTo: Mobile");
  expect(valueLabel({ from: 1, until: 2 })).toBe('{"from":1,"until":2}');
});
