import { beforeAll, expect, test } from "vitest";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { TitlePair } from "#server/checks/fixtures/similarTitles.ts";
import { listOtherTitles, readTitlePairs } from "#server/checks/fixtures/similarTitles.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

// Measures recall at five: the share of pairs in which the typed title finds the stored title among
// the first five results, in a company with 4,000 other titles in the same languages.

const pairs = readTitlePairs();

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
    [company.id, board.id, [...listOtherTitles(), ...pairs.map(({ stored }) => stored)]],
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

/**
 * Whether the recall at five is less than `recall`. Stops at the first pair after which `recall`
 * can no longer be reached.
 */
async function isRecallLess(find: Find, recall: number): Promise<boolean> {
  let missed = 0;
  for (const pair of pairs) {
    if (!(await isFound(find, pair))) missed += 1;
    if ((pairs.length - missed) / pairs.length < recall) return true;
  }
  return false;
}

async function findSimilar(title: string): Promise<string[]> {
  const path = `/api/feedback/similar?${new URLSearchParams({ title }).toString()}`;
  const { body } = await guest.get(path);
  return (body as { title: string }[]).map((item) => item.title);
}

/**
 * Finds similar items by the literal search, as the portal did before it compared titles. Searches
 * for each of the three longest words, and returns first the items whose titles contain the most of
 * these words.
 */
async function findByLiteralSearch(title: string): Promise<string[]> {
  const words = [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3);
  const items = new Map<number, FeedbackItem>();
  for (const search of words) {
    const path = `/api/feedback?${new URLSearchParams({ search, limit: "10" }).toString()}`;
    for (const item of (await guest.get(path)).body as FeedbackItem[]) items.set(item.id, item);
  }
  const score = (item: FeedbackItem) =>
    words.filter((word) => item.title.toLowerCase().includes(word)).length;
  return [...items.values()].toSorted((a, b) => score(b) - score(a)).map((item) => item.title);
}

test(
  "for at least 80 % of 200 title pairs, the similar stored title is among the first five results for the typed title, which is more than the literal search finds",
  { timeout: 120_000 },
  async () => {
    expect(pairs).toHaveLength(200);
    expect(new Set(pairs.flatMap(({ stored, typed }) => [stored, typed])).size).toBe(400);
    const similar = await recallOf(findSimilar);
    console.info("Recall at five of similar items:", similar);
    expect(similar.all).toBeGreaterThanOrEqual(0.8);
    for (const share of Object.values(similar.byLanguage))
      expect(share).toBeGreaterThanOrEqual(0.8);
    expect(await isRecallLess(findByLiteralSearch, similar.all)).toBe(true);
  },
);
