import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHORT_SEARCH_REACH } from "#contract/feedbackLabels.ts";
import { searchWords } from "#contract/searchWords.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { planCompanies } from "../data/planCompanies.ts";
import { blocksRead } from "./blocksRead.ts";
import { explainEverything } from "./explainEverything.ts";
import { loadedDatabase } from "./loadedDatabase.ts";
import { mostRowsRead } from "./mostRowsRead.ts";
import type { PlanLog } from "./planLog.ts";

// These tests check that PostgreSQL reads a limited amount of data for any search term. They search
// in a large company and in a small company whose rows are in the same tables.

const ITEMS = 24_000;

/**
 * Maximum number of 8 kB blocks that a search in the small company may read: about eight for each of
 * its 43 items, because their texts and, if they match, their rows are read by key. The
 * large company's index has several times as many blocks.
 */
const FEW_BLOCKS = 400;

/** Maximum number of texts that a plan node may read. The large company has far more texts. */
const FEW_TEXTS = 2_500;

/**
 * Characters of random searches. The portal, PostgreSQL and the trigram index possibly disagree on
 * which of the unusual characters are letters, and on the lower case of these characters. The last
 * characters of the string are ordinary characters.
 */
const UNUSUAL_CHARACTERS = Array.from("²½ⅣⒶªकाी्ंꟑꭰᏸᲐΣςßİıя漢カ゛ーﬀ🚀́_%\\#-'. are12");

let portal: TestPortal;
let log: PlanLog;
let app: TestApp;
let guest: Visitor;
let large: Visitor;
let company: { id: number };
/** Titles of the small company's items. */
let texts: string[];

async function start(isAscii: boolean) {
  portal = await startTestPortal({}, { ...(await loadedDatabase(ITEMS)), isAscii });
  const [biggest] = planCompanies(ITEMS);
  if (!biggest || biggest.items < 2 * SHORT_SEARCH_REACH - 1000)
    throw new Error("There is no large company");
  const small = await portal.company();
  company = small;
  const board = await portal.board(small);
  const odd = fc.array(fc.constantFrom(...UNUSUAL_CHARACTERS), { minLength: 3, maxLength: 9 });
  texts = [
    "Привет",
    "हिंदी कंपनी",
    "x² + ½",
    ...fc.sample(odd, { seed: 1, numRuns: 40 }).map((all) => all.join("")),
  ];
  for (const title of texts) await portal.item(board, { title: `${title}!` });
  log = await explainEverything(portal);
  app = await portal.anotherApp();
  guest = app.visitor(small.host);
  large = app.visitor(`company-${String(biggest.id)}.localhost`);
  // Each connection reads the catalogue once to plan its statements. These requests plan the
  // statements before the tests count blocks.
  for (const search of ["#", "item", "xylophone"]) {
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        guest.get(`/api/feedback?search=${search}&limit=${String(77 + n)}&sort=date`),
      ),
    );
  }
}

/**
 * Runs a search, and repeats it up to three times while each run has read at least `FEW_BLOCKS`
 * blocks. Returns the first run's result, but with the smallest number of blocks of all runs. A
 * single run can read additional blocks, because other tests change the catalogue concurrently and
 * the connection then reads the catalogue again.
 */
async function read(visitor: Visitor, query: Record<string, string>) {
  const first = await readOnce(visitor, query);
  let { blocks } = first;
  for (let again = 0; again < 3 && blocks >= FEW_BLOCKS; again += 1) {
    blocks = Math.min(blocks, (await readOnce(visitor, query)).blocks);
  }
  return { ...first, blocks };
}

async function readOnce(visitor: Visitor, query: Record<string, string>) {
  // Invalidates the cached responses, because a cached response reads no blocks.
  app.changes.publish({ companyId: null, isPrivate: false, events: [] });
  log.read();
  const { status, body, headers } = await visitor.get(
    `/api/feedback?${new URLSearchParams(query).toString()}`,
  );
  expect([query, status]).toEqual([query, 200]);
  const plans = log.read();
  expect(plans.length).toBeGreaterThan(0);
  return {
    ids: (body as { id: number }[]).map(({ id }) => id),
    total: headers["x-total-count"],
    blocks: Math.max(...plans.map(blocksRead)),
    texts: Math.max(...plans.map((plan) => mostRowsRead(plan, "feedback_search"))),
  };
}

/**
 * Returns the ids that a search must find by definition: the newest 100 items of the small company
 * that contain the text, newest first.
 */
async function idsByDefinition(search: string) {
  const rows = await portal.sql<{ id: number }>(
    `select id::int from feedback_item where company_id = $1
       and not exists (
         select from unnest($2::text[]) word
         where strpos(fold_text(title), word) = 0 and strpos(fold_text(description), word) = 0
       )
     order by created_at desc, id desc limit 100`,
    [company.id, searchWords(search).words],
  );
  return rows.map(({ id }) => id);
}

async function compare(search: string) {
  const expected = await idsByDefinition(search);
  const { ids, total, blocks } = await read(guest, { search, sort: "date", limit: "100" });
  expect([search, ids, total]).toEqual([search, expected, String(expected.length)]);
  expect(blocks, search).toBeLessThan(FEW_BLOCKS);
}

describe.each(["migrated", "ascii"] as const)(
  "searches in a database of kind %s",
  (databaseKind) => {
    beforeAll(() => start(databaseKind === "ascii"), 90_000);
    afterAll(() => log.close());

    describe("searches in a small company next to a large company", () => {
      test.each([
        "²²²",
        "½²½",
        "ⓐⓐⓐ",
        "ꟑꟑꟑ",
        "का",
        "ि क",
        "कि",
        "हिंदी",
        "कंपनी",
        "привет",
        "#r",
        "r#",
        "#",
        "🚀🚀🚀",
        "%%%",
        "please",
        "please!",
        "___",
      ])(
        "a search for '%s' in a small company finds all matches and reads fewer than 400 blocks",
        compare,
      );

      test(
        "a search for random characters in a small company finds all matches and reads fewer than 400 blocks",
        { timeout: 90_000 },
        async () => {
          const any = fc.oneof(
            fc
              .array(fc.constantFrom(...UNUSUAL_CHARACTERS), { minLength: 1, maxLength: 5 })
              .map((all) => all.join("")),
            fc.string({ unit: "binary", minLength: 1, maxLength: 5 }),
            fc
              .tuple(fc.nat(), fc.nat(8), fc.integer({ min: 1, max: 5 }))
              .map(([which, from, length]) =>
                Array.from(texts[which % texts.length] ?? "")
                  .slice(from, from + length)
                  .join(""),
              ),
          );
          const search = any
            .map((text) => text.trim())
            .filter((text) => text !== "" && !/\p{Cc}/u.test(text));
          await fc.assert(fc.asyncProperty(search, compare), { numRuns: 250 });
        },
      );
    });

    describe("searches in a large company", () => {
      test.each(["#r", "re#", "#re", "#r#", "ⓐ#ⓐ", "we do"])(
        "a search for '%s' in a large company reads no texts through the search index",
        async (search) => {
          expect((await read(large, { search })).texts).toBe(0);
        },
      );

      test.each(["please", "calendar"])(
        "the request for the empty page after the last match of a search for '%s' reads no more blocks than the request for the first page",
        async (search) => {
          for (const [sort, key] of [
            ["votes", "0"],
            ["date", "1999-01-01T00:00:00.000Z"],
          ] as const) {
            const first = await read(large, { search, sort });
            expect(first.ids).toHaveLength(20);
            const cursor = Buffer.from(JSON.stringify([sort, key, 1])).toString("base64url");
            const last = await read(large, { search, sort, cursor });
            expect([last.ids, last.total]).toEqual([[], first.total]);
            expect(last.texts).toBeLessThan(FEW_TEXTS);
            expect(last.blocks).toBeLessThanOrEqual(first.blocks);
          }
        },
      );
    });
  },
);
