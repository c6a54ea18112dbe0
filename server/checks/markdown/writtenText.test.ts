import type { Nodes } from "hast";
import { expect, test } from "vitest";
import { IS_LONG } from "#server/checks/fixtures/longTests.ts";
import { DEMO_COMPANIES } from "#server/operations/demo/demoContent.ts";
import { linkParts } from "#contract/linkParts.ts";
import { markdownTree } from "#contract/markdown/markdownTree.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";

test.each([
  ["Some **bold**, _weak_, ~~old~~ and `code`", "Some bold, weak, old and code"],
  ["# Title\nText", "Title\n\nText"],
  ["1. one\n2. two\n   - three", "1. one\n2. two\n  - three"],
  ["- [x] done\n- [ ] open", "- [x] done\n- [ ] open"],
  ["> quoted\n> twice", "quoted\ntwice"],
  ["[a page](https://a.example) [](https://b.example)", "a page https://b.example"],
  ["![chart](/pictures/a/9x9.webp) ![](/pictures/a/9x9.webp)", "chart Picture"],
  ["```js\nlet a;\n```\nb", "let a;\n\nb"],
  ["a \\* b &amp; c", "a * b & c"],
])("the plain form of %j has its words and lines", (source, plain) => {
  expect(writtenText(source)).toEqual({ plain, markdown: source });
});

test.each([
  "A text.\n\n\n  With lines and https://a.example/b_c_d#e.",
  "5 * 3 > 2 & C#, #12 _ snake_case *",
  "a@b.example www.a.example <b>bold</b>",
  "***",
  "[x]: https://a.example",
  "https://a.example/*b*_c_",
])("%j needs no Markdown", (source) => {
  expect(writtenText(source)).toEqual({ plain: source, markdown: null });
});

test("the plain form is never longer than its source and never empty", () => {
  for (const source of ["![]()", "> ", "[](<>)", "&#8203;", "# ", "-", "\\", "`` ` ``", "&lt;"]) {
    const { plain } = writtenText(source);
    expect(plain.length, source).toBeLessThanOrEqual(source.length);
    expect(plain, source).not.toBe("");
  }
});

/** Returns the words of each line of a tree, as a reader sees them. */
function linesSeen(tree: Nodes): string[] {
  const text = (node: Nodes): string => {
    if (node.type === "text") return node.value;
    if (node.type === "element" && node.tagName === "br") return "";
    const inner = "children" in node ? node.children.map(text).join("") : "";
    return node.type === "element" && node.tagName === "p" ? `${inner}\n` : inner;
  };
  return wordsOfLines(text(tree));
}

const wordsOfLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.split(/\s+/).filter(Boolean).join(" "))
    .filter(Boolean);

/** What people write without thinking of Markdown. */
const WORDS = [
  ..."we need this in the app because it is slow, really slow! Please: (see below) “quoted” it's".split(
    " ",
  ),
  ..."5 3.5 1,000 10% #12 C# C++ R&D a/b snake_case file_name.txt <b> -> <- => 2 * + _ ~ ~5".split(
    " ",
  ),
  ..."https://a.example/b_c_d https://a.example/?a=1&b=2#x_y http://b.example/(c) www.c.example a@b.example".split(
    " ",
  ),
  ..."見る、 это Ärger 😀 :-) ;) @name $x {y} [sic] [1] foo[0] (c) 1) 2. - – … !".split(" "),
];

/** A pseudorandom generator (mulberry32), so that each run has the same texts. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomText(next: () => number): string {
  const line = () => {
    const words = Array.from(
      { length: 1 + Math.floor(next() * 9) },
      () => WORDS[Math.floor(next() * WORDS.length)] ?? "",
    );
    // A line that begins with a mark is a list today; nobody means it otherwise.
    return `So ${words.join(" ")}`;
  };
  const lines = Array.from({ length: 1 + Math.floor(next() * 6) }, line);
  return lines.join(next() < 0.5 ? "\n" : "\n\n");
}

function expectAsBefore(source: string): void {
  const { plain, markdown } = writtenText(source);
  expect(wordsOfLines(plain)).toEqual(wordsOfLines(source));
  if (markdown === null) return;
  const tree = markdownTree(source);
  expect(tree && linesSeen(tree)).toEqual(wordsOfLines(source));
}

const RANDOM_TEXTS = IS_LONG ? 10_000 : 1_000;

test("random texts without a construct of Markdown show the words and lines that they showed before", () => {
  const next = numbers(33);
  for (let index = 0; index < RANDOM_TEXTS; index += 1) {
    const source = randomText(next);
    // Pairs of these marks are what somebody who writes Markdown means.
    const isMeant = /(?:^|[^\w\\])([*_~]{1,3})\S[^]*\S\1(?:\W|$)/.test(withoutAddresses(source));
    if (!isMeant) expectAsBefore(source);
  }
});

const withoutAddresses = (text: string) =>
  linkParts(text)
    .map((part) => (part.href === null ? part.text : "x"))
    .join("");

test("the texts of the demo that were written before Markdown show their words and lines", () => {
  const items = DEMO_COMPANIES.flatMap(({ boards }) => boards.flatMap((board) => board.items));
  const comments = items.flatMap((item) => item.comments ?? []);
  const changes = items.flatMap((item) => item.statusChanges ?? []);
  const texts = items
    .map(({ description }) => description)
    .concat(comments.map(({ content }) => content))
    .concat(changes.flatMap(({ note }) => note ?? []));
  expect(texts.length).toBeGreaterThan(100);
  for (const text of texts) if (writtenText(text).markdown === null) expectAsBefore(text);
});
