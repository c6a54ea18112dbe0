import { expect, test } from "vitest";
import { foldText } from "#contract/foldText.ts";
import { searchWords } from "#contract/searchWords.ts";
import { excerptOf, splitAtWords } from "./searchedText.ts";

/** Returns a text with brackets around the parts that contain searched words. */
const marked = (text: string, search: string) =>
  splitAtWords(text, searchWords(search).words)
    .map((part, index) => (index % 2 === 1 ? `[${part}]` : part))
    .join("");

test.each([
  [
    "Invoices in more than one currency",
    "currency invoice",
    "[Invoice]s in more than one [currency]",
  ],
  ["Café au lait", "cafe\u0301", "[Café] au lait"],
  ["Cafe\u0301 au lait", "CAFÉ", "[Cafe\u0301] au lait"],
  ["Straße", "strass", "[Straß]e"],
  ["ﬁle ２", "fil 2", "[ﬁl]e [２]"],
  ["作業ﾀﾞｲﾏｰ", "ダイマー", "作業[ﾀﾞｲﾏｰ]"],
  ["Σοφός", "σοφοσ", "[Σοφός]"],
  ["Ёлка", "елка", "[Ёлка]"],
  ["قراءة الباركود", "الباركود", "قراءة [الباركود]"],
  ["aaa", "aa", "[aaa]"],
  ["100% sure, 100 sure", "%", "100[%] sure, 100 sure"],
  ["Dark mode, mode dark", '"dark mode"', "[Dark mode], mode dark"],
  ["😀 and more", "😀", "[😀] and more"],
  ["Nothing", "xyz", "Nothing"],
])("in %j, the search %j marks what it finds", (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

test("a text is split without losing a character, and marked exactly where its folded form contains the word", () => {
  const letters = [
    "a",
    "é",
    "e\u0301",
    "ß",
    "ﬁ",
    "ﾀﾞ",
    "が",
    "İ",
    "Σ",
    "𝐀",
    "\u0301",
    "😀",
    " ",
    "Я",
  ];
  let seed = 1;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: 12 }, () => letters[next(letters.length)]).join("");
    const [word = ""] = searchWords(Array.from(text).slice(3, 5).join("")).words;
    const parts = splitAtWords(text, word === "" ? [] : [word]);
    expect(parts.join("")).toBe(text);
    expect([text, word, parts.length > 1]).toEqual([
      text,
      word,
      word !== "" && foldText(text).includes(word),
    ]);
  }
});

test("an excerpt begins a little before a word that is far behind the start, unless the title contains the word", () => {
  const description = `${"Some words before. ".repeat(30)}Then the calendar of the team. ${"x ".repeat(400)}`;
  const excerpt = excerptOf({ title: "Export", description }, ["calendar"]);
  expect(excerpt).toMatch(/^… (?:\S+ ){1,8}calendar of the team/);
  expect(excerpt.length).toBeLessThan(450);
  const start = description.slice(0, 400);
  expect(excerptOf({ title: "Calendar", description }, ["calendar"])).toBe(start);
  expect(excerptOf({ title: "Export", description }, ["before"])).toBe(start);
  expect(excerptOf({ title: "Export", description }, ["missing"])).toBe(start);
});

test("an excerpt of a text without spaces begins with a whole character", () => {
  const description = `${"漢字か\u3099😀".repeat(60)}請求書${"。".repeat(20)}`;
  const excerpt = excerptOf({ title: "x", description }, ["請求書"]);
  expect(excerpt).toContain("請求書");
  expect(excerpt.isWellFormed()).toBe(true);
  expect(excerpt).toMatch(/^… \P{M}/u);
  expect(excerpt.indexOf("請求書")).toBeLessThan(80);
});

test("the excerpts of a page of the longest texts in any script are found in less than a second", () => {
  const started = performance.now();
  for (let item = 0; item < 20; item += 1) {
    const description = `${"がß\u0323".repeat(3_300)}z`;
    splitAtWords(excerptOf({ title: "a".repeat(200), description }, ["z"]), ["z", "a"]);
  }
  expect(performance.now() - started).toBeLessThan(1000);
});
