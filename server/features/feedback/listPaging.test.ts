import { beforeAll, describe, expect, test } from "vitest";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

interface Listed {
  id: number;
  title: string;
  votes: number;
  createdAt: string;
}

async function scene(items = 0) {
  const company = await portal.company();
  const board = await portal.board(company);
  const made: { id: number; title: string }[] = [];
  // There are few different vote counts and days, so that most items are tied in the order.
  for (let n = 0; n < items; n += 1) {
    const createdAt = `2025-03-0${String((n % 3) + 1)}T12:00:00.123Z`;
    made.push(await portal.item(board, { votes: (n * 7) % 4, createdAt }));
  }
  return { company, board, made, guest: portal.visitor(company.host) };
}

function nextOf(reply: Reply): string | null {
  const link = reply.headers["link"];
  if (link === undefined) return null;
  const [, address] = /^<(\/api\/[^>]+)>; rel="next"$/.exec(String(link)) ?? [];
  if (!address) throw new Error(`Not a link to the next page: ${String(link)}`);
  return address;
}

/**
 * Follows the links from page to page, beginning with the URL `from`. Calls `between` after each
 * page.
 */
async function walk(
  visitor: Visitor,
  from: string,
  between?: (page: Listed[]) => Promise<unknown>,
) {
  const pages: Listed[][] = [];
  const totals: string[] = [];
  let address: string | null = from;
  while (address) {
    const reply: Reply = await visitor.get(address);
    expect(reply.status).toBe(200);
    pages.push(reply.body);
    totals.push(String(reply.headers["x-total-count"]));
    await between?.(reply.body);
    address = nextOf(reply);
  }
  return { pages, items: pages.flat(), totals };
}

function inOrder(items: Listed[], key: (item: Listed) => number): boolean {
  return items.every((item, index) => {
    const before = items[index - 1];
    if (!before) return true;
    return key(before) > key(item) || (key(before) === key(item) && before.id > item.id);
  });
}

describe("the order of a list", () => {
  test("a list is sorted by votes by default, and items with equal votes newest first", async () => {
    const { guest } = await scene(12);
    const byDefault = await walk(guest, "/api/feedback");
    expect(byDefault.items).toHaveLength(12);
    expect(inOrder(byDefault.items, ({ votes }) => votes)).toBe(true);
    expect((await walk(guest, "/api/feedback?sort=votes")).items).toEqual(byDefault.items);
  });

  test("a list sorted by date shows the newest item first, and of items with equal times the last submitted item first", async () => {
    const { guest } = await scene(12);
    const { items } = await walk(guest, "/api/feedback?sort=date");
    expect(items).toHaveLength(12);
    expect(inOrder(items, ({ createdAt }) => Date.parse(createdAt))).toBe(true);
  });

  test("the items of one board are listed in the same order as the items of all boards", async () => {
    const { guest, board } = await scene(12);
    for (const sort of ["votes", "date"]) {
      const onBoard = await walk(guest, `/api/boards/${String(board.id)}/feedback?sort=${sort}`);
      expect(onBoard.items).toEqual((await walk(guest, `/api/feedback?sort=${sort}`)).items);
    }
  });
});

describe("paging through 45 items", () => {
  test.each(["votes", "date"])(
    "pages sorted by %s neither skip nor repeat an item at any page size",
    async (sort) => {
      const { guest, made } = await scene(45);
      for (const limit of [1, 7, 20, 44, 45, 46, 100]) {
        const { pages, items, totals } = await walk(
          guest,
          `/api/feedback?sort=${sort}&limit=${String(limit)}`,
        );
        expect(pages.map(({ length }) => length)).toEqual([
          ...Array.from({ length: Math.ceil(45 / limit) - 1 }, () => limit),
          45 % limit === 0 ? limit : 45 % limit,
        ]);
        expect(new Set(items.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
        expect(items).toHaveLength(45);
        expect(new Set(totals)).toEqual(new Set(["45"]));
      }
    },
  );

  test("a page has twenty items by default", async () => {
    const { guest } = await scene(45);
    const { pages } = await walk(guest, "/api/feedback");
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
  });

  test("paging through items neither skips nor repeats an item while users vote and submit items", async () => {
    const { company, board, guest, made } = await scene(45);
    const voter = portal.visitor(company.host, await portal.user("user", company));
    for (const sort of ["votes", "date"]) {
      const { items } = await walk(guest, `/api/feedback?sort=${sort}&limit=10`, async (page) => {
        for (const { id } of page.slice(0, 2)) await voter.post(`/api/feedback/${String(id)}/vote`);
        await portal.item(board, { votes: 99 });
      });
      const known = new Set(made.map(({ id }) => id));
      const seen = items.map(({ id }) => id);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => known.has(id))).toHaveLength(45);
    }
    expect((await guest.get("/api/feedback?limit=1")).headers["x-total-count"]).toBe(
      String(45 + 10),
    );
  });

  test("paging through items continues after the last item of a page is deleted", async () => {
    const { company, guest, made } = await scene(45);
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    const first = await guest.get("/api/feedback?sort=date&limit=20");
    await admin.delete(`/api/feedback/${String(first.body.at(-1).id)}`);
    const rest = await walk(guest, nextOf(first) ?? "");
    expect(first.body.length + rest.items.length).toBe(made.length);
    expect(rest.totals[0]).toBe("44");
  });

  test("the link to the next page of items keeps the filters", async () => {
    const { guest, board } = await scene();
    for (let n = 0; n < 12; n += 1) {
      await portal.item(board, {
        title: n % 2 ? "Ümläut & 100%" : "other",
        status: n < 8 ? "planned" : "new",
      });
    }
    const search = encodeURIComponent("ümläut & 100%");
    const { items, pages } = await walk(
      guest,
      `/api/feedback?search=${search}&status=planned&limit=3`,
    );
    expect(pages.map(({ length }) => length)).toEqual([3, 1]);
    expect(new Set(items.map(({ title }) => title))).toEqual(new Set(["Ümläut & 100%"]));
  });

  test("the last page of a list and an empty list have no link to a next page", async () => {
    const { guest } = await scene(3);
    expect((await guest.get("/api/feedback?limit=3")).headers["link"]).toBeUndefined();
    const empty = await (await scene()).guest.get("/api/feedback");
    expect(empty).toMatchObject({ status: 200, body: [] });
    expect(empty.headers).toMatchObject({ "x-total-count": "0" });
    expect(empty.headers["link"]).toBeUndefined();
  });
});

describe("invalid limits, sort orders and cursors", () => {
  const cursor = (text: string) => Buffer.from(text).toString("base64url");

  test.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "ten"],
    ["limit", ""],
    ["limit", "5&limit=6"],
    ["sort", "title"],
    ["sort", ""],
    ["sort", "votes&sort=date"],
    ["cursor", ""],
    ["cursor", "!!!"],
    ["cursor", "x".repeat(300)],
    ["cursor", cursor("votes|5")],
    ["cursor", cursor("votes|x|1")],
    ["cursor", cursor("date|2025-01-01T00:00:00.000Z|1")],
    ["cursor", cursor("votes|1|1; drop table board")],
    ["cursor", cursor("votes|1|0")],
  ])("the parameter %s=%s is refused with an error for the field", async (field, value) => {
    const { guest } = await scene();
    const reply = await guest.get(`/api/feedback?${field}=${value}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  test.each(["2025-02-30", "2025-13-01", "0000-01-01", "2025-04-31"])(
    "a cursor with the impossible day %s is refused",
    async (day) => {
      const { guest } = await scene(1);
      const reply = await guest.get(
        `/api/feedback?sort=date&cursor=${cursor(`date|${day}T00:00:00.000Z|1`)}`,
      );
      expect(reply.status).toBe(400);
    },
  );

  test("a cursor of another company's list shows none of that company's items", async () => {
    const theirs = await scene(5);
    const mine = await scene(1);
    const next = nextOf(await theirs.guest.get("/api/feedback?limit=1")) ?? "";
    const { body } = await mine.guest.get(next);
    const theirIds = new Set(theirs.made.map(({ id }) => id));
    expect(body.filter(({ id }: Listed) => theirIds.has(id))).toEqual([]);
  });

  test("a list accepts the smallest and the largest limit", async () => {
    const { guest } = await scene(2);
    expect((await guest.get("/api/feedback?limit=1")).body).toHaveLength(1);
    expect((await guest.get("/api/feedback?limit=100")).body).toHaveLength(2);
  });
});
