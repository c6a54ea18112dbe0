import { beforeAll, describe, expect, test } from "vitest";
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

  test("a search or, if nothing contains all its words, the similar titles find what people look for in seven languages", async () => {
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
});
