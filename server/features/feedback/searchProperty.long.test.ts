import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import { searchWords } from "#contract/searchWords.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

// Compares every kind of search with its definition: a scan of all items that looks for each word in
// title and description separately.

/**
 * Number of items. It is larger than `SHORT_SEARCH_REACH`, the number of items that a short search
 * scans.
 */
const ITEMS = 6_500;

let portal: TestPortal;
let scene: Awaited<ReturnType<typeof setScene>>;
beforeAll(async () => {
  portal = await startTestPortal();
  scene = await setScene();
}, 60_000);

async function setScene() {
  const company = await portal.company();
  const boards = [await portal.board(company), await portal.board(company)];
  const secret = await portal.board(company, { isPrivate: true });
  const label = await portal.category(company);
  // The word "often" is in every third item, "late" in the 1,200 items with the fewest votes,
  // "seldom" in some items, and "once" in one item.
  await portal.sql(
    `insert into feedback_item (company_id, board_id, board_category_id, title, description, status, category, votes, created_at)
     select $1, ($2::bigint[])[1 + n % 3], case when n % 5 = 0 then $3::bigint end,
       concat_ws(' ', 'Wish', n, case when n % 3 = 0 then 'OFTEN' end, case when n % 11 = 0 then '100%_Straße' end),
       concat_ws(' ', 'Text', case when n > 5300 then 'late' end, case when n % 97 = 0 then 'Seldom' end,
         case when n = 77 then 'once' end, case when n % 7 = 0 then 'ÄRGER oft' end),
       ($4::text[])[1 + n % 4], ($5::text[])[1 + n % 2], (7000 - n) / 3, now() - n % 1000 * interval '1 minute'
     from generate_series(1, $6::int) n`,
    [
      company.id,
      [...boards, secret].map(({ id }) => id),
      label.id,
      FEEDBACK_STATUSES,
      FEEDBACK_CATEGORIES,
      ITEMS,
    ],
  );
  // The items are changed after they were indexed, because searches must also find changed items by
  // their new values.
  await portal.sql(
    `update feedback_item set status = $2, category = $3, board_id = $4, board_category_id = null
     where company_id = $1 and votes % 13 = 0`,
    [company.id, FEEDBACK_STATUSES[4], FEEDBACK_CATEGORIES[3], boards[0]?.id],
  );
  const admin = await portal.user("company_admin", company);
  return {
    company,
    boards: [...boards, secret],
    label,
    viewers: { guest: portal.visitor(company.host), admin: portal.visitor(company.host, admin) },
  };
}

interface SearchCase {
  search: string;
  sort: "votes" | "date";
  status?: string | undefined;
  category?: string | undefined;
  board?: number | undefined;
  isLabelled: boolean;
  isAdmin: boolean;
  limit: number;
}

const maybe = <T>(values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined });

const WORDS = [
  "often",
  "late",
  "seldom",
  "once",
  "wish",
  "text",
  "straße",
  "ärger oft",
  '"ärger oft"',
  "often text seldom",
  "late strasse wish",
  "100%_s",
  "never",
];

const searchCase: fc.Arbitrary<SearchCase> = fc.record({
  search: fc
    .tuple(fc.constantFrom(...WORDS), fc.nat(2), fc.boolean(), fc.option(fc.nat(ITEMS)))
    .map(([word, cut, isUpperCase, number]) => {
      const text =
        number === null ? word.slice(word.length - cut > 2 ? cut : 0) : `wish ${String(number)}`;
      return isUpperCase ? text.toUpperCase() : text;
    }),
  sort: fc.constantFrom("votes", "date"),
  status: maybe(FEEDBACK_STATUSES),
  category: maybe(FEEDBACK_CATEGORIES),
  board: maybe([0, 1, 2]),
  isLabelled: fc.boolean(),
  isAdmin: fc.boolean(),
  limit: fc.constantFrom(20, 100),
});

/** Returns the ids of all matching items in the list's order, found by a scan of all items. */
async function idsByDefinition({
  search,
  sort,
  status,
  category,
  board,
  isLabelled,
  isAdmin,
}: SearchCase) {
  const column = sort === "votes" ? "votes" : "created_at";
  const rows = await portal.sql<{ id: number }>(
    `select f.id::int from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
     where f.company_id = $1 and not exists (
         select from unnest($2::text[]) word
         where strpos(fold_text(f.title), word) = 0 and strpos(fold_text(f.description), word) = 0
       )
       and ($3::text is null or f.status = $3) and ($4::text is null or f.category = $4)
       and ($5::bigint is null or f.board_id = $5) and ($6::bigint is null or f.board_category_id = $6)
       and ($7 or not b.is_private)
     order by f.${column} desc, f.id desc`,
    [
      scene.company.id,
      searchWords(search).words,
      status ?? null,
      category ?? null,
      board === undefined ? null : scene.boards[board]?.id,
      isLabelled ? scene.label.id : null,
      isAdmin,
    ],
  );
  return rows.map(({ id }) => id);
}

function pathOf({ search, sort, status, category, board, isLabelled, limit }: SearchCase): string {
  const query = new URLSearchParams({ search, sort, limit: String(limit) });
  if (status !== undefined) query.set("status", status);
  if (category !== undefined) query.set("category", category);
  if (board !== undefined) query.set("boardId", String(scene.boards[board]?.id));
  if (isLabelled) query.set("boardCategoryId", String(scene.label.id));
  return `/api/feedback?${query.toString()}`;
}

/** Reads up to three pages by the Link header, and returns the ids and the total of each page. */
async function readThreePages(visitor: Visitor, path: string) {
  const pages: { ids: number[]; total: number }[] = [];
  for (let next: string | undefined = path; next !== undefined && pages.length < 3;) {
    const { status, headers, body } = await visitor.get(next);
    expect(status).toBe(200);
    pages.push({
      ids: body.map(({ id }: { id: number }) => id),
      total: Number(headers["x-total-count"]),
    });
    next = /^<(?<url>[^>]+)>; rel="next"$/.exec(String(headers.link ?? ""))?.groups?.["url"];
  }
  return pages;
}

async function compare(one: SearchCase): Promise<void> {
  const expected = await idsByDefinition(one);
  const pages = await readThreePages(
    one.isAdmin ? scene.viewers.admin : scene.viewers.guest,
    pathOf(one),
  );
  expect(pages.flatMap(({ ids }) => ids)).toEqual(expected.slice(0, 3 * one.limit));
  for (const { total } of pages) expect(total).toBe(Math.min(1000, expected.length));
}

describe("search compared with its definition", { timeout: 120_000 }, () => {
  test("random searches return the matches that a scan of all items finds, in order, and a total of at most 1,000", async () => {
    await fc.assert(fc.asyncProperty(searchCase, compare), { numRuns: 150 });
  });

  test.each([
    ["whose first match is beyond the scan limit", "late"],
    ["that is broad", "often"],
    ["that is neither broad nor narrow", "seldom"],
    ["that is narrow", "once"],
  ])(
    "a search %s returns what a scan of all items finds, for guests and admins, with and without a filter",
    async (_, search) => {
      for (const isAdmin of [false, true]) {
        for (const status of [undefined, "complete"]) {
          await compare({ search, sort: "votes", status, isLabelled: false, isAdmin, limit: 20 });
        }
      }
    },
  );
});
