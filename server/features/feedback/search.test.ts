import { beforeAll, describe, expect, test } from "vitest";
import { withOpenTransaction } from "#server/checks/fixtures/openTransaction.ts";
import { findBestTitles, readSearchQueries } from "#server/checks/fixtures/searchQueries.ts";
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

describe("searching items", () => {
  test("a search finds a substring of title or description, ignoring case", async () => {
    const { guest } = await scene(
      ["Dark mode", "For the night"],
      ["Export", "As a DARK file"],
      ["Import", "Of light"],
    );
    expect(await titles(guest, "dark")).toEqual(["Dark mode", "Export"]);
    expect(await titles(guest, "ARK M")).toEqual(["Dark mode"]);
    expect(await titles(guest, "IGH")).toEqual(["Dark mode", "Import"]);
  });

  test("a search ignores the case of umlauts and of Cyrillic and Greek letters", async () => {
    const { guest } = await scene(
      ["Übersicht über Änderungen", "Größe"],
      ["Журнал", "ΣΟΦΌΣ"],
      ["Übersicht", "Ä"],
    );
    expect(await titles(guest, "ÄNDERUNG")).toEqual(["Übersicht über Änderungen"]);
    expect(await titles(guest, "größE")).toEqual(["Übersicht über Änderungen"]);
    expect(await titles(guest, "ЖУРНАЛ")).toEqual(["Журнал"]);
    expect(await titles(guest, "übersicht")).toHaveLength(2);
  });

  test("a search treats %, _ and \\ as ordinary characters", async () => {
    const { guest } = await scene(
      ["100% sure", "x"],
      ["100 sure", "x"],
      ["snake_case", "x"],
      ["snakeXcase", "x"],
      ["C:\\temp", "x"],
      ["C:temp", "x"],
      ["\\%", "x"],
    );
    expect(await titles(guest, "0% s")).toEqual(["100% sure"]);
    expect(await titles(guest, "%")).toEqual(["100% sure", "\\%"]);
    expect(await titles(guest, "e_c")).toEqual(["snake_case"]);
    expect(await titles(guest, "_")).toEqual(["snake_case"]);
    expect(await titles(guest, "\\")).toEqual(["C:\\temp", "\\%"]);
    expect(await titles(guest, ":\\t")).toEqual(["C:\\temp"]);
    expect(await titles(guest, "\\%")).toEqual(["\\%"]);
    expect(await titles(guest, "%%")).toEqual([]);
  });

  test("a search treats quotes and SQL as text", async () => {
    const { guest } = await scene(['It\'s "quoted" $1 -- ; :x', "x"], ["Other", "x"]);
    for (const search of ["'", '"quoted"', "$1", "--", "; :x", "It's"]) {
      expect(await titles(guest, search)).toHaveLength(1);
    }
    expect(await titles(guest, "' or '1'='1")).toEqual([]);
  });

  test("a search finds single letters and emoji", async () => {
    const { guest } = await scene(["Quartz", "no"], ["Plain", "🚀 launch"], ["Else", "no"]);
    expect(await titles(guest, "q")).toEqual(["Quartz"]);
    expect(await titles(guest, "Z")).toEqual(["Quartz"]);
    expect(await titles(guest, "🚀")).toEqual(["Plain"]);
  });

  test("a search finds items that contain all its words, in any order, each anywhere in a word of title or description", async () => {
    const { guest } = await scene(
      ["Invoices in more than one currency", "For customers abroad"],
      ["Recurring tasks", "Every week"],
      ["Currency of prices", "x"],
    );
    const currencies = ["Invoices in more than one currency"];
    expect(await titles(guest, "invoices currency")).toEqual(currencies);
    expect(await titles(guest, "CURRENC abroad voice")).toEqual(currencies);
    expect(await titles(guest, "tasks recurring")).toEqual(["Recurring tasks"]);
    expect(await titles(guest, "tasks recurring tasks")).toEqual(["Recurring tasks"]);
    expect(await titles(guest, "currency invoices weekly")).toEqual([]);
  });

  test("a phrase in quotes is found literally, also together with other words", async () => {
    const { guest } = await scene(["Dark mode at night", "x"], ["Mode: dark", "at night"]);
    expect(await titles(guest, '"dark mode"')).toEqual(["Dark mode at night"]);
    expect(await titles(guest, 'night "mode at"')).toEqual(["Dark mode at night"]);
    expect(await titles(guest, "“dark mode”")).toEqual(["Dark mode at night"]);
    expect(await titles(guest, '"night dark"')).toEqual([]);
    expect(await titles(guest, 'dark night "')).toEqual([]);
  });

  test("a search ignores accents of Latin, Greek and Cyrillic letters and the Unicode form, but not the marks of other scripts", async () => {
    const { guest } = await scene(
      ["Café au lait".normalize("NFD"), "x"],
      ["Ёлка", "ΣΟΦΌΣ"],
      ["ﬁle ２", "x"],
      ["が", "x"],
    );
    for (const search of ["Café", "Café".normalize("NFD"), "cafe", "CAFÉ"])
      expect([search, await titles(guest, search)]).toEqual([
        search,
        ["Café au lait".normalize("NFD")],
      ]);
    expect(await titles(guest, "елка")).toEqual(["Ёлка"]);
    expect(await titles(guest, "σοφος")).toEqual(["Ёлка"]);
    expect(await titles(guest, "file 2")).toEqual(["ﬁle ２"]);
    expect(await titles(guest, "か")).toEqual([]);
    expect(await titles(guest, "か\u3099")).toEqual(["が"]);
  });

  test("words of more than twelve letters and words of other scripts are found together with short words", async () => {
    const long = "Rindfleischetikettierungsüberwachung in Москва 東京都";
    const { guest } = await scene([long, "x"], ["Rindfleischetikettierung in Москва", "x"]);
    for (const search of [
      "überwachung in",
      "moskau rindfleischetikettierungsuberwachung".replace("moskau", "москва"),
      "東京 rindfleischetikettierungsüber",
      "москва 京都",
    ])
      expect([search, await titles(guest, search)]).toEqual([search, [long]]);
  });

  test("with sort=match, whole words of titles come before parts of words, and titles before descriptions", async () => {
    const { guest } = await scene(
      ["Something else", "about an export"],
      ["Exports of reports as PDF", "x"],
      ["Nonexportable files", "x"],
      ["Export", "x"],
      ["Export of all reports and files", "x"],
    );
    const path = "/api/feedback?sort=match&search=export";
    const expected = [
      "Export",
      "Export of all reports and files",
      "Exports of reports as PDF",
      "Nonexportable files",
      "Something else",
    ];
    const { body } = await guest.get(path);
    expect(body.map(({ title }: { title: string }) => title)).toEqual(expected);
    const { items, totals } = await readPages<{ title: string }>(guest, `${path}&limit=2`);
    expect([items.map(({ title }) => title), totals]).toEqual([expected, [5, 5, 5]]);
    const list = await guest.get("/api/feedback?sort=match");
    expect([list.status, list.body.length]).toEqual([200, 5]);
  });

  test("a search or, if nothing contains all its words, the similar titles find what people look for in six languages", async () => {
    const queries = readSearchQueries();
    const { guest } = await scene(
      ...queries.map(({ title }): [string, string] => [title, "Details"]),
    );
    for (const { query, title } of queries.filter((_, n) => n % 16 === 0))
      expect([query, await findBestTitles(guest, query)]).toEqual([
        query,
        expect.arrayContaining([title]),
      ]);
    for (const [query, title] of [
      ["timr", "Track time on tasks with a timer"],
      ["calender outlook", "Subscribe to the team calendar from Outlook"],
    ] as const)
      expect((await findBestTitles(guest, query))[0]).toBe(title);
  });

  test("a search without matches returns an empty list", async () => {
    const { guest } = await scene(["Dark mode", "x"]);
    expect(await titles(guest, "bright")).toEqual([]);
  });

  test("an empty search does not filter, and spaces around a search text are ignored", async () => {
    const { guest } = await scene(["Dark mode", "x"], ["Export", "x"]);
    expect(await titles(guest, "")).toHaveLength(2);
    expect(await titles(guest, "   ")).toHaveLength(2);
    expect(await titles(guest, "  dark mode ")).toEqual(["Dark mode"]);
  });

  test("a search does not match text that begins in the title and ends in the description", async () => {
    const { guest } = await scene(["First half", "second half"]);
    for (const search of ['"half second"', '"half\nsecond"', "halfsecond"])
      expect([search, await titles(guest, search)]).toEqual([search, []]);
  });

  test("a visitor's search and its total exclude private boards and other companies", async () => {
    const { company, guest } = await scene(["Needle here", "x"]);
    const secret = await portal.board(company, { isPrivate: true });
    await portal.item(secret, { title: "Needle there" });
    await scene(["Needle elsewhere", "x"]);
    expect(await titles(guest, "needle")).toEqual(["Needle here"]);
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    expect(await titles(admin, "needle")).toEqual(["Needle here", "Needle there"]);
  });

  test("a search reflects changes and deletions of items immediately", async () => {
    const { company, board, guest } = await scene();
    const { id } = await portal.item(board, { title: "Before", description: "Old words" });
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    await admin.patch(`/api/feedback/${String(id)}`, { title: "After" });
    expect(await titles(guest, "before")).toEqual([]);
    expect(await titles(guest, "after")).toEqual(["After"]);
    await admin.patch(`/api/feedback/${String(id)}`, { description: "New words" });
    expect(await titles(guest, "old")).toEqual([]);
    expect(await titles(guest, "new words")).toEqual(["After"]);
    await admin.delete(`/api/feedback/${String(id)}`);
    expect(await titles(guest, "after")).toEqual([]);
    expect(await portal.sql("select 1 from feedback_search where feedback_id = $1", [id])).toEqual(
      [],
    );
  });

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

  test("a search of more than 200 characters or 20 words is cut, and the response says so", async () => {
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

  test("a search with bytes that are not UTF-8 gets 200 or 400", async () => {
    const { guest } = await scene(["Dark mode", "x"]);
    for (const value of ["%ED%A0%80", "%FF", "%", "%C3"]) {
      expect([value, (await guest.get(`/api/feedback?search=${value}`)).status]).toEqual([
        value,
        expect.toBeOneOf([200, 400]),
      ]);
    }
  });

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
