import { expect, test } from "vitest";
import { markdownTree } from "#contract/markdown/markdownTree.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";

const MARKS = "[*>_`~!(|\\-#<&\t\n^".split("");
const PAIRS = "[] [a]( *a_ a**b _a__ *_ [* >- <! _( [[a] ](< www. a@b &amp; [x][".split(" ");
const LINES = ["> a\n", "- a\n", "  - a\n", "[x]: y\n", "|a|b|\n|-|-|\n", "*_\n\n"];
const WORDS = "- |1. |> - |- - |*x** |***a** b* |x `|~~a |http://a |<a ".split("|");

test.each([...MARKS, ...PAIRS, ...LINES, ...WORDS])(
  "10,000 characters of %j take less than 1.5 seconds",
  (piece) => {
    const source = piece.repeat(10_000 / piece.length);
    const start = process.cpuUsage();
    writtenText(source, "entry");
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(1.5);
  },
);

const table = (columns: number, rows: number) =>
  `|${"a|".repeat(columns)}\n|${"-|".repeat(columns)}\n${"|\n".repeat(rows)}`;
const PROSE =
  "The quick **brown** fox jumps over [the lazy dog](https://a.example) again, and the `code` it wrote waits.\n\n";

test("a long entry is drawn, and one with more marks, quotations, links or cells than prose has is plain text", () => {
  const drawn = (source: string) => markdownTree(source, { variant: "entry" });
  for (const source of [PROSE.repeat(450), table(8, 500), ">a\n\n".repeat(500)])
    expect(drawn(source)).not.toBeNull();
  for (const piece of [">a\n\n", "[x][", "- a\n", "a\n\n", "|a|b|\n|-|-|\n", "`a` ", "http://a.b "])
    expect(drawn(piece.repeat(50_000 / piece.length)), piece).toBeNull();
  // Each row is short, and would be drawn with all 500 cells.
  expect(drawn(table(500, 1_000))).toBeNull();
});

test("a text that is nested too deeply or has too many delimiters is plain text", () => {
  const stairs = Array.from({ length: 60 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n");
  for (const source of [`${">".repeat(10_000)} a`, "*_".repeat(5_000), stairs, "- ".repeat(300)]) {
    expect(markdownTree(source)).toBeNull();
    expect(writtenText(source)).toEqual({ plain: source, markdown: null });
  }
});
