import { beforeAll, describe, expect, test } from "vitest";
import { foldText } from "#contract/foldText.ts";
import { searchWords } from "#contract/searchWords.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

describe("foldText", () => {
  test.each([
    ["Café", "cafe"],
    ["CAFE\u0301", "cafe"],
    ["Straße STRASSE", "strasse strasse"],
    ["ΣΟΦΌΣ σοφός", "σοφοσ σοφοσ"],
    ["Ёлка Йод", "елка иод"],
    ["Łódź Đà Nẵng Søren", "lodz da nang soren"],
    ["KAYIT Kayıt İzin", "kayit kayit izin"],
    ["ﬁle ２ ½ №", "file 2 1⁄2 no"],
    ["カ\u3099 ｶﾞ が", "ガ ガ が"],
    ["한글".normalize("NFD"), "한글"],
    ["हिंदी", "हिंदी"],
    ["מָלֵא", "מָלֵא"],
    ["≠", "≠"],
  ])("'%s' becomes '%s'", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test("the folded form of a folded text is the same text", () => {
    for (let code = 0; code <= 0x10_ff_ff; code += 1) {
      if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
      const folded = foldText(String.fromCodePoint(code));
      if (foldText(folded) !== folded) expect([code, foldText(folded)]).toEqual([code, folded]);
    }
  });
});

describe("the SQL function fold_text", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });

  test("it folds every assigned character, and accents behind other letters, like foldText", async () => {
    // One call for 512 characters, because a call for each of them would take seconds.
    const rows = await portal.sql<{ text: string; folded: string }>(
      `select text, fold_text(text) as folded from (
         select string_agg(chr(code) || marks, E'\\n' order by code) as text
         from generate_series(1, 1114111) code, unnest(array['', U&'\\0301\\0323']) marks
         where code not between 55296 and 57343 and unicode_assigned(chr(code))
         group by code / 512, marks
       ) chunk`,
    );
    const differing = rows.flatMap(({ text, folded }) => {
      const results = folded.split("\n");
      return text.split("\n").flatMap((given, n) => {
        const result = results[n];
        return /^\p{Assigned}*$/u.test(given) && foldText(given) !== result
          ? [[given, foldText(given), result]]
          : [];
      });
    });
    expect([rows.length > 500, differing]).toEqual([true, []]);
  });
});

describe("searchWords", () => {
  test.each([
    ["Invoices  CURRENCY", ["invoices", "currency"]],
    ['"Dark mode" night', ["dark mode", "night"]],
    ["“Dark mode”", ["dark mode"]],
    ['say "cheese', ["say", '"cheese']],
    ["in invoices invoice", ["invoices"]],
    ['" "', []],
    ["  ", []],
  ])("'%s' has the words %j", (search, words) => {
    expect(searchWords(search)).toEqual({ words, isCut: false });
  });

  test("200 characters and ten words are kept", () => {
    expect(searchWords("x".repeat(201))).toEqual({ words: ["x".repeat(200)], isCut: true });
    expect(searchWords(`${"x".repeat(199)}🚀`).words).toEqual([`${"x".repeat(199)}\ufffd`]);
    const words = Array.from({ length: 11 }, (_, n) => `w${String(n + 10)}`);
    expect(searchWords(words.join(" "))).toEqual({ words: words.slice(0, 10), isCut: true });
    expect(searchWords(words.slice(1).join(" ")).isCut).toBe(false);
  });
});
