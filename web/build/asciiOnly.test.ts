import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { escapeNonAscii, refuseRawText } from "./asciiOnly.ts";

test.each([
  ["a string", `"Société – Šatna, 👈"`],
  ["a template", "`${1} … ✅`"],
  ["a backslash that is escaped itself", `"\\\\é"`],
  ["a pattern", `/^[＝é]+$/.test("é＝é")`],
  ["a pattern by characters", `/^[😀-😎]$/u.test("😃")`],
  ["a pattern by halves of characters", `/^(?:😀|é)$/.test("😀")`],
  ["a name", `(() => { const größe = { größe: 7 }; return größe.größe; })()`],
])("%s says the same in ASCII", (_, code) => {
  const escaped = escapeNonAscii(code);
  expect(escaped).toMatch(/^[\0-\x7f]*$/);
  expect(runInThisContext(escaped)).toEqual(runInThisContext(code));
});

test("what is ASCII stays as it is", () => {
  const code = String.raw`"\u00e9" + /\d/.source`;
  expect(escapeNonAscii(code)).toBe(code);
});

test("what cannot be said in ASCII without a change of meaning is no build", () => {
  expect(() => escapeNonAscii(String.raw`"\é"`)).toThrow(/backslash/);
  expect(() => refuseRawText("a.js", "const text = [String.raw`é`];")).toThrow(/tag, in a\.js/);
  expect(() => refuseRawText("a.js", 'const text = [String.raw`e`, `é`, "é"];')).not.toThrow();
});
