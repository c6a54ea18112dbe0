import { beforeAll, describe, expect, test } from "vitest";
import { withOpenTransaction } from "#server/checks/fixtures/openTransaction.ts";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene(...texts: [title: string, description: string][]) {
  const company = await portal.company();
  const board = await portal.board(company);
  for (const [title, description] of texts) await portal.item(board, { title, description });
  return { company, board, guest: portal.visitor(company.host) };
}

async function titles(visitor: Visitor, search: string): Promise<string[]> {
  const { status, body, headers } = await visitor.get(
    `/api/feedback?sort=date&search=${encodeURIComponent(search)}`,
  );
  expect(status).toBe(200);
  expect(headers["x-total-count"]).toBe(String(body.length));
  return body.map(({ title }: { title: string }) => title).toSorted();
}

describe("bounds of searches", () => {
  test("the total of a search is at most 1,000", async () => {
    const { company, board, guest } = await scene();
    await portal.sql(
      `insert into feedback_item (company_id, board_id, title, description)
       select $1, $2, 'Hay ' || n, 'x' from generate_series(1, 1010) n`,
      [company.id, board.id],
    );
    const counted = async (query: string) =>
      (await guest.get(`/api/feedback?${query}`)).headers["x-total-count"];
    expect(await counted("search=hay+100")).toBe("11");
    expect(await counted("search=hay")).toBe("1000");
    expect(await counted("")).toBe("1010");
  });

  describe("searching 2,300 items", () => {
    const MANY = 2300;
    let guest: Visitor;
    let admin: Visitor;
    beforeAll(async () => {
      const made = await scene(["Rare straw", "x"]);
      ({ guest } = made);
      admin = portal.visitor(made.company.host, await portal.user("company_admin", made.company));
      const secret = await portal.board(made.company, { isPrivate: true });
      await portal.sql(
        `insert into feedback_item (company_id, board_id, title, description, status, votes)
         select $1, case when n % 10 = 0 then $3::bigint else $2::bigint end, 'Hay ' || n, 'x',
           case when n % 800 = 1 then 'planned' else 'new' end, n % 40
         from generate_series(1, $4) n`,
        [made.company.id, made.board.id, secret.id, MANY],
      );
    });

    const found = async (visitor: Visitor, query: string) => {
      const { items, totals } = await readPages<{ title: string; votes: number; id: number }>(
        visitor,
        `/api/feedback?limit=100&${query}`,
      );
      return { items, total: totals[0], titles: new Set(items.map(({ title }) => title)) };
    };

    test("a broad search returns every match once and in order, and returns no private items to guests", async () => {
      const seen = await found(admin, "search=hay");
      expect([seen.items.length, seen.titles.size, seen.total]).toEqual([MANY, MANY, 1000]);
      const inOrder = seen.items.toSorted((a, b) => b.votes - a.votes || b.id - a.id);
      expect(seen.items).toEqual(inOrder);
      const visible = await found(guest, "search=hay&sort=date");
      expect([visible.items.length, visible.titles.size]).toEqual([MANY * 0.9, MANY * 0.9]);
    });

    test("a broad search with a narrow filter returns and counts the matching items", async () => {
      const planned = ["Hay 1", "Hay 801", "Hay 1601"];
      const seen = await found(guest, "search=hay&status=planned");
      expect([[...seen.titles].toSorted(), seen.total]).toEqual([planned.toSorted(), 3]);
      expect((await found(guest, "search=hay&category=bug")).items).toEqual([]);
    });

    test("a search with few matches returns every match", async () => {
      const seen = await found(guest, "search=straw");
      expect([[...seen.titles], seen.total]).toEqual([["Rare straw"], 1]);
    });

    test("a CSV file of a search has all matches in the list's order, for broad, narrow and short searches", async () => {
      for (const query of [
        "search=hay",
        "search=hay&sort=date",
        "search=hay+22",
        "search=%22y+2%22",
        "search=hay&status=planned&sort=match",
        "search=nothing",
      ]) {
        const seen = await found(admin, query);
        const { status, text } = await admin.get(`/api/feedback.csv?${query}&limit=7`);
        const lines = text.trim().split("\r\n").slice(1);
        expect([query, status, lines.map((line) => line.split(",")[0])]).toEqual([
          query,
          200,
          seen.items.map(({ id }) => String(id)),
        ]);
      }
    });

    test("every page of a short search, including the last page, has the same total", async () => {
      const { items, totals } = await readPages(admin, "/api/feedback?limit=100&search=%22y+2%22");
      // The 412 matches are the items Hay 2, Hay 20 to 29, Hay 200 to 299 and Hay 2000 to 2300.
      expect([items.length, totals]).toEqual([412, [412, 412, 412, 412, 412]]);
    });

    test("a short search, such as one of two letters, covers only the first 5,000 items of the list", async () => {
      const { company, board, guest: reader } = await scene(["Old qj#k a#be ё", "x"]);
      // The items are inserted without triggers, because the triggers take longer than the
      // searches.
      await portal.sql(
        `begin; set local session_replication_role = replica;
         with item as (
           insert into feedback_item (company_id, board_id, title, description, created_at)
           select ${String(company.id)}, ${String(board.id)}, 'New ' || n, 'x', now() + interval '1 hour' from generate_series(1, 4999) n
           returning *
         )
         insert into feedback_search (company_id, feedback_id, document, board_id, status, category)
         select company_id, id, lower(title || chr(31) || description), board_id, status, category from item;
         commit`,
      );
      const searches = ["qj", "#k", "qj#", "#be", "ё", "a qj#k"];
      for (const search of searches)
        expect(await titles(reader, search)).toEqual(["Old qj#k a#be ё"]);
      await portal.item(board, { title: "The 5,001st", createdAt: "2030-01-01T00:00:00Z" });
      portal.publish();
      for (const search of searches)
        expect([search, await titles(reader, search)]).toEqual([search, []]);
      // The index finds words of three letters.
      for (const search of ["old", "old qj"]) expect(await titles(reader, search)).toHaveLength(1);
      expect((await found(reader, "sort=date&search=ne")).total).toBe(1000);
    });
  });

  test.each([
    ["with a NUL character", "a%00b"],
    ["given twice", "a&search=b"],
  ])("a search %s is refused with an error for the field", async (_, value) => {
    const { guest } = await scene();
    const reply = await guest.get(`/api/feedback?search=${value}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual(["search"]);
  });

  test("a search of more than 200 characters or ten words is cut, and the response says so", async () => {
    const { guest } = await scene(["Dark mode", "x"]);
    const cut = async (search: string) => {
      const { status, body, headers } = await guest.get(
        `/api/feedback?search=${encodeURIComponent(search)}`,
      );
      return [status, body.length, headers["x-search-cut"]];
    };
    expect(await cut("dark mode")).toEqual([200, 1, undefined]);
    expect(await cut(`dark ${"dark ".repeat(2_000)}`)).toEqual([200, 1, "true"]);
    expect(await cut("x".repeat(10_000))).toEqual([200, 0, "true"]);
    const words = Array.from({ length: 200 }, (_, n) => String.fromCharCode(0x3041 + (n % 80)));
    expect(await cut(words.join(" "))).toEqual([200, 0, "true"]);
  });

  test.each(["search=", "sort=match&limit=5&search=", "similar?title="])(
    "hostile texts in /api/feedback?%s get 200 or 400 within a second",
    async (query) => {
      const { guest } = await scene(["Dark mode", "x"]);
      const path = `/api/feedback${query.startsWith("similar") ? "/" : "?"}${query}`;
      const texts = [
        "x".repeat(10_000),
        "dark ".repeat(200),
        "mode-".repeat(40),
        '"dark'.repeat(30),
        "\u202E\u05DE\u05E6\u05D1 \u0643\u0647\u0629\u202C",
        "a\u0000b",
        "\u001f",
        "%_\\%".repeat(40),
        "e\u0301".repeat(90),
        "\uFDFA".repeat(180),
        "\u{1F469}\u200D\u{1F4BB}".repeat(40),
      ].map(encodeURIComponent);
      // The last ones are no UTF-8: a lone surrogate, and incomplete characters.
      for (const value of [...texts, "%ED%A0%80", "%FF", "%", "%C3"]) {
        const began = performance.now();
        const { status } = await guest.get(path + value);
        expect([value.slice(0, 40), status]).toEqual([
          value.slice(0, 40),
          expect.toBeOneOf([200, 400]),
        ]);
        expect(performance.now() - began).toBeLessThan(1000);
      }
    },
  );

  test("a search that takes longer than 1 s gets 503 with an explanation, and the next search succeeds", async () => {
    const { guest } = await scene(["Dark mode", "x"]);
    const lock = { text: "lock table feedback_search in access exclusive mode" };
    const began = performance.now();
    const reply = await withOpenTransaction(portal, lock, () =>
      guest.get("/api/feedback?search=dark"),
    );
    expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "5"]);
    expect(reply.body.message).toMatch(/^This search takes too long/);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(await titles(guest, "dark")).toEqual(["Dark mode"]);
  });
});
