import { beforeAll, describe, expect, test } from "vitest";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const similarPath = (title: string, boardId?: number) =>
  `/api/feedback/similar?${new URLSearchParams({
    title,
    ...(boardId !== undefined && { boardId: String(boardId) }),
  }).toString()}`;

async function similarTo(visitor: Visitor, title: string, boardId?: number): Promise<string[]> {
  const { status, body } = await visitor.get(similarPath(title, boardId));
  expect(status).toBe(200);
  return (body as SimilarItem[]).map((item) => item.title);
}

/** Creates a company with items of these titles on a public board. */
async function scene(...titles: string[]) {
  const company = await portal.company();
  const board = await portal.board(company);
  for (const title of titles) await portal.item(board, { title });
  return { company, board, guest: portal.visitor(company.host) };
}

const OTHERS = ["Sort invoices by date", "Log in with a fingerprint", "Print labels", "Faster app"];

describe("items similar to a title", () => {
  test("a similar item is found despite typing errors and differences in word order, singular and plural, case and accents", async () => {
    const { guest } = await scene("Export calendars as CSV", "Größe der Anhänge ändern", ...OTHERS);
    for (const title of [
      "CSV exprot of the calender",
      "EXPORT CALENDAR",
      "a csv-file for every calendar",
      "Exporting calendars: as “CSV”",
    ])
      expect([title, await similarTo(guest, title)]).toEqual([title, ["Export calendars as CSV"]]);
    expect(await similarTo(guest, "Anhang: Grosse andern")).toEqual(["Größe der Anhänge ändern"]);
  });

  test("items are found by one word with a typing error, also if many titles contain the word", async () => {
    const timers = [
      "Offline timer in the mobile app",
      "Timer for the laptop",
      "Two timers at once",
    ];
    const { guest } = await scene(...timers, ...OTHERS, "Calendar in the timesheet");
    expect((await similarTo(guest, "timr")).toSorted()).toEqual(timers.toSorted());
    expect(await similarTo(guest, "calender")).toEqual(["Calendar in the timesheet"]);
  });

  test("similar items are found by titles in Cyrillic, Greek, Chinese, Japanese and Korean script", async () => {
    const stored = [
      "Экспорт календаря в файл",
      "Εξαγωγή ημερολογίου",
      "导出日历到文件",
      "カレンダーをエクスポートしたい",
      "달력을 파일로 내보내기",
    ];
    const { guest } = await scene(...stored, ...OTHERS);
    const typed = [
      "Файл с экспортом календарей",
      "Ημερολόγιο: εξαγωγη",
      "日历导出",
      "エクスポート（カレンダー）",
      "달력 파일 내보내기",
    ];
    for (const [index, title] of typed.entries())
      expect([title, await similarTo(guest, title)]).toEqual([title, [stored[index]]]);
  });

  test("titles that share no word, or only words such as 'please add the', are not similar", async () => {
    const { guest } = await scene("Please add the dark mode to the app", ...OTHERS);
    expect(await similarTo(guest, "Please add the webhooks to our account")).toEqual([]);
    expect(await similarTo(guest, "To the")).toEqual([]);
    expect(await similarTo(guest, "!!! 😀")).toEqual([]);
  });

  test("up to five similar items are returned, best first, with status, votes, board and the viewer's vote", async () => {
    const { company, board, guest } = await scene(
      ...Array.from({ length: 6 }, (_, n) => `Dark mode variant ${String(n)}`),
    );
    const best = await portal.item(board, { title: "Dark mode", status: "planned", votes: 3 });
    const user = await portal.user("user", company);
    const voter = portal.visitor(company.host, user);
    await voter.post(`/api/feedback/${String(best.id)}/vote`);
    const first = { id: best.id, title: "Dark mode", status: "planned", boardId: board.id };
    const { body } = await guest.get(similarPath("dark mode"));
    expect(body).toHaveLength(5);
    expect(body[0]).toEqual({ ...first, votes: 4, hasVoted: false });
    expect((await voter.get(similarPath("dark mode"))).body[0]).toMatchObject({ hasVoted: true });
  });

  test("a renamed item is found only by its new title, and a deleted item is not found", async () => {
    const { company, board } = await scene(...OTHERS);
    const item = await portal.item(board, { title: "Dark mode" });
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    const path = `/api/feedback/${String(item.id)}`;
    expect((await admin.patch(path, { title: "Night colours" })).status).toBe(200);
    expect(await similarTo(admin, "dark mode")).toEqual([]);
    expect(await similarTo(admin, "colour at night")).toEqual(["Night colours"]);
    expect((await admin.delete(path)).status).toBe(204);
    expect(await similarTo(admin, "colour at night")).toEqual([]);
  });

  test("an old item is found among thousands of newer items by a rare word or by several common words", async () => {
    const { company, board, guest } = await scene(
      "Webhook signatures",
      "Signed webhooks by HMAC",
      "Import tasks weekly on tablets",
    );
    await portal.sql(
      `insert into feedback_item (company_id, board_id, title, description)
       select $1, $2, title, 'x'
       from (
         select concat_ws(' ', (array['Export', 'Import', 'Sort'])[1 + n % 3],
           (array['reports', 'invoices', 'tasks', 'boards', 'labels'])[1 + n % 5],
           (array['weekly', 'monthly', 'yearly', 'daily'])[1 + n % 4], 'on',
           (array['phones', 'laptops', 'watches', 'tablets', 'screens', 'paper', 'demand'])[1 + n % 7])
         from generate_series(1, 1500) n
       ) other (title)
       where title <> 'Import tasks weekly on tablets'`,
      [company.id, board.id],
    );
    expect(await similarTo(guest, "Webhook signature")).toEqual([
      "Webhook signatures",
      "Signed webhooks by HMAC",
    ]);
    expect((await similarTo(guest, "Tablet: weekly task import"))[0]).toBe(
      "Import tasks weekly on tablets",
    );
  });
});

describe("visibility of similar items", () => {
  test("an item of a private board is found as a similar item only by the company's admins", async () => {
    const { company, board, guest } = await scene("Dark mode", ...OTHERS);
    const secret = await portal.board(company, { isPrivate: true });
    const hidden = await portal.item(secret, { title: "Dark mode, secretly" });
    const user = portal.visitor(company.host, await portal.user("user", company));
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    for (const visitor of [guest, user])
      expect(await similarTo(visitor, "dark mode")).toEqual(["Dark mode"]);
    expect(await similarTo(admin, "dark mode")).toEqual(["Dark mode", "Dark mode, secretly"]);
    expect(await similarTo(admin, "dark mode", board.id)).toEqual(["Dark mode"]);
    expect((await guest.get(`/api/feedback/${String(hidden.id)}/similar`)).status).toBe(404);
  });

  test("an item that moves to a private board is no longer found as a similar item by visitors", async () => {
    const { company, board, guest } = await scene(...OTHERS);
    const secret = await portal.board(company, { isPrivate: true });
    const item = await portal.item(board, { title: "Dark mode" });
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    expect(await similarTo(guest, "dark mode")).toEqual(["Dark mode"]);
    await admin.patch(`/api/feedback/${String(item.id)}`, { boardId: secret.id });
    expect(await similarTo(guest, "dark mode")).toEqual([]);
  });

  test("a search for similar items finds no items of another company or of a closed company", async () => {
    const { company, guest } = await scene("Dark mode");
    const other = await scene("Sort invoices");
    expect(await similarTo(other.guest, "dark mode")).toEqual([]);
    expect((await other.guest.get(similarPath("dark mode", 999_999_999))).status).toBe(404);
    await portal.sql("update company set closed_at = now() where id = $1", [company.id]);
    expect((await guest.get(similarPath("dark mode"))).status).not.toBe(200);
  });

  test("the SQL function similar_feedback finds nothing for a company that is not the transaction's company", async () => {
    const { company, board } = await scene("Dark mode");
    const call = "select from similar_feedback($1, 'Dark mode', array[$2::bigint], null)";
    const inCompany = (id: number) =>
      portal.sql(
        `with company as materialized (select set_config('app.company_id', $3, true))
         select found.* from company cross join lateral (${call}) found`,
        [company.id, board.id, String(id)],
      );
    expect(await inCompany(company.id)).toHaveLength(1);
    expect(await inCompany(company.id + 1)).toEqual([]);
    expect(await portal.sql(call, [company.id, board.id])).toEqual([]);
  });

  test("items that a visitor cannot see do not influence which similar items the visitor finds", async () => {
    const titles = ["Dark mode", "Dark theme", "Night mode", "Mode of payment", "Theme park"];
    const { guest } = await scene(...titles);
    const other = await scene(...titles);
    const secret = await portal.board(other.company, { isPrivate: true });
    for (let n = 0; n < 20; n += 1) await portal.item(secret, { title: "Mode mode theme" });
    for (const title of ["dark mode", "a theme", "payment modes"])
      expect(await similarTo(other.guest, title)).toEqual(await similarTo(guest, title));
  });
});

describe("items similar to an item", () => {
  test("an item is not among its own similar items", async () => {
    const { board, guest } = await scene("Dark mode for the app", ...OTHERS);
    const item = await portal.item(board, { title: "App in dark mode" });
    const { status, body } = await guest.get(`/api/feedback/${String(item.id)}/similar`);
    expect([status, body.map(({ title }: SimilarItem) => title)]).toEqual([
      200,
      ["Dark mode for the app"],
    ]);
  });

  test("a request for items similar to an unknown item gets 404", async () => {
    const { guest } = await scene();
    const { status, body } = await guest.get("/api/feedback/999999999/similar");
    expect([status, body]).toEqual([404, { message: "Feedback item not found" }]);
  });
});

test("a search for similar items gets 400 for an empty, missing or too long title, and 404 for an unknown board", async () => {
  const { guest, board } = await scene("Dark mode");
  for (const [query, message] of [
    ["", "Title is required"],
    ["?title=", "Title is required"],
    ["?title=%20", "Title is required"],
    [`?title=${"x".repeat(201)}`, "Title must be at most 200 characters"],
    ["?title=Dark&boardId=x", "Must be a positive integer"],
  ]) {
    const { status, body } = await guest.get(`/api/feedback/similar${query ?? ""}`);
    expect([query, status, body.message]).toEqual([query, 400, message]);
  }
  const { status, body } = await guest.get(similarPath("Dark", 999_999_999));
  expect([status, body]).toEqual([404, { message: "Board not found" }]);
  expect(await similarTo(guest, "x".repeat(200), board.id)).toEqual([]);
});

test("closed and merged items are not found as similar items", async () => {
  const { company, board, guest } = await scene("Dark mode", "Dark theme", "Dark colours");
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const [first, second, third] = await portal.sql<{ id: string }>(
    "select id from feedback_item where board_id = $1 order by id",
    [board.id],
  );
  const path = (row?: { id: string }) => `/api/feedback/${row?.id ?? ""}`;
  await admin.post(`${path(first)}/close`, { reason: "other" });
  await admin.post(`${path(second)}/merge`, { targetId: Number(third?.id) });
  expect(await similarTo(guest, "Dark")).toEqual(["Dark colours"]);
});
