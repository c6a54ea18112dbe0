import { expect, test } from "vitest";
import type { Format } from "./markdownEdits.ts";
import { formatted, pastedLink } from "./markdownEdits.ts";

/** Reads a text in which `|` marks the selection's ends, or the caret. */
function selectedIn(text: string) {
  const [before = "", chosen = "", after] = text.split("|");
  if (after === undefined)
    return { value: before + chosen, start: before.length, end: before.length };
  return {
    value: before + chosen + after,
    start: before.length,
    end: before.length + chosen.length,
  };
}

function edited(text: string, format: Format): string {
  const selected = selectedIn(text);
  const { from, to, text: put, selectFrom, selectTo } = formatted(format, selected);
  const value = selected.value.slice(0, from) + put + selected.value.slice(to);
  const caret = selectFrom === selectTo ? "" : "|";
  return `${value.slice(0, selectFrom)}|${value.slice(selectFrom, selectTo)}${caret}${value.slice(selectTo)}`;
}

test.each<[Format, string, string]>([
  ["strong", "a |word| b", "a **|word|** b"],
  ["strong", "a **|word|** b", "a |word| b"],
  ["strong", "a |**word**| b", "a |word| b"],
  ["strong", "*|word|*", "***|word|***"],
  ["strong", "a |word |b", "a **|word|** b"],
  ["strong", "|one\n\ntwo|", "|**one**\n\n**two**|"],
  ["strong", "a |", "a **|**"],
  ["emphasis", "**|word|**", "***|word|***"],
  ["emphasis", "***|word|***", "**|word|**"],
  ["code", "|word|", "`|word|`"],
  ["code", "a\n|b\nc|", "a\n```\n|b\nc|\n```"],
  ["link", "a |word|", "a [word](|https://|)"],
  ["link", "|", "[|](https://)"],
  ["link", "|https://example.com|", "[|](https://example.com)"],
  ["list", "one\ntw|o", "one\n- tw|o"],
  ["list", "|one\n\ntwo|", "|- one\n\n- two|"],
  ["list", "|- one\n- two|", "|one\ntwo|"],
  ["quote", "\n|", "\n> |"],
])("%s turns %j into %j", (format, before, after) => {
  expect(edited(before, format)).toBe(after);
});

test("an address is linked to the selected words, and pasted as text elsewhere", () => {
  const address = "https://example.com/a_(b)";
  expect(pastedLink(selectedIn("see |this|"), address)?.text).toBe(
    "[this](https://example.com/a_%28b%29)",
  );
  expect(pastedLink(selectedIn("see |"), address)).toBeNull();
  expect(pastedLink(selectedIn("|https://old.example|"), address)).toBeNull();
  expect(pastedLink(selectedIn("|one\ntwo|"), address)).toBeNull();
  expect(pastedLink(selectedIn("see |this|"), "javascript:alert(1)")).toBeNull();
});
