import { beforeAll, expect, test } from "vitest";
import { findBestTitles, readSearchQueries } from "#server/checks/fixtures/searchQueries.ts";
import type { TitlePair } from "#server/checks/fixtures/similarTitles.ts";
import { listOtherTitles, readTitlePairs } from "#server/checks/fixtures/similarTitles.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

// Measures how often people find the title that they look for, in a company with 4,000 other titles.

const pairs = readTitlePairs();
const queries = readSearchQueries();

let portal: TestPortal;
let guest: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  const company = await portal.company();
  const board = await portal.board(company);
  guest = portal.visitor(company.host);
  await portal.sql(
    `insert into feedback_item (company_id, board_id, title, description)
     select $1, $2, title, 'Details' from unnest($3::text[]) title order by md5(title)`,
    [
      company.id,
      board.id,
      [
        ...listOtherTitles(),
        ...pairs.map(({ stored }) => stored),
        ...queries.map(({ title }) => title),
      ],
    ],
  );
}, 60_000);

type Find = (title: string) => Promise<string[]>;

async function isFound(find: Find, { typed, stored }: TitlePair): Promise<boolean> {
  return (await find(typed)).slice(0, 5).includes(stored);
}

/** Returns the recall at five in all languages and by language. */
async function recallOf(find: Find) {
  const found: TitlePair[] = [];
  for (const pair of pairs) if (await isFound(find, pair)) found.push(pair);
  const shareOf = (language: string) => {
    const isOf = (pair: TitlePair) => pair.language === language;
    return found.filter(isOf).length / pairs.filter(isOf).length;
  };
  const languages = [...new Set(pairs.map(({ language }) => language))];
  return {
    all: found.length / pairs.length,
    byLanguage: Object.fromEntries(languages.map((language) => [language, shareOf(language)])),
  };
}

async function findSimilar(title: string): Promise<string[]> {
  const path = `/api/feedback/similar?${new URLSearchParams({ title }).toString()}`;
  const { body } = await guest.get(path);
  return (body as { title: string }[]).map((item) => item.title);
}

test(
  "for at least 80 % of 200 title pairs, the similar stored title is among the first five results for the typed title",
  { timeout: 120_000 },
  async () => {
    expect(pairs).toHaveLength(200);
    expect(new Set(pairs.flatMap(({ stored, typed }) => [stored, typed])).size).toBe(400);
    const similar = await recallOf(findSimilar);
    console.info("Recall at five of similar items:", similar);
    expect(similar.all).toBeGreaterThanOrEqual(0.8);
    for (const share of Object.values(similar.byLanguage))
      expect(share).toBeGreaterThanOrEqual(0.8);
  },
);

test(
  "for at least 95 % of 230 queries in seven languages, the searched title is among the first ten results, and for 80 % it is the first",
  { timeout: 120_000 },
  async () => {
    expect(queries).toHaveLength(230);
    const missed: string[][] = [];
    let first = 0;
    for (const { query, title } of queries) {
      const found = await findBestTitles(guest, query);
      if (found[0] === title) first += 1;
      if (!found.includes(title)) missed.push([query, title, ...found.slice(0, 2)]);
    }
    const count = queries.length;
    console.info("Searches:", { first: first / count, found: 1 - missed.length / count, missed });
    expect(missed.length / count).toBeLessThanOrEqual(0.05);
    expect(first / count).toBeGreaterThanOrEqual(0.8);
  },
);
