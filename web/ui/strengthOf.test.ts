import { expect, test } from "vitest";
import { strengthOf } from "./strengthOf.ts";

test("a password is easy to guess if it is common, nearly common, short or monotonous, and otherwise as strong as it is long", () => {
  const strengths = (...passwords: string[]) => passwords.map(strengthOf);
  expect(strengths("password1", "Dragon2024!", "short1x", "aaaabbbbaaaabbbb")).toEqual([
    0, 0, 0, 0,
  ]);
  expect(strengths("kestrel-hat", "kestrel-hat-42", "correct weather rides")).toEqual([1, 2, 3]);
});
