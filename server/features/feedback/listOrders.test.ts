import { beforeAll, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { findWrongCounts, recount } from "#server/operations/recount/recount.queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Creates items of different statuses, one for each title, a day apart, the oldest first. */
async function scene(...titles: string[]) {
  const company = await portal.company();
  const board = await portal.board(company);
  const statuses = ["new", "evaluating", "planned", "under_development", "complete"];
  const ids: Record<string, number> = {};
  for (const [index, title] of titles.entries()) {
    const createdAt = `2025-03-${String(index + 10)}T23:30:00.000Z`;
    const status = statuses[index % statuses.length] ?? "new";
    ids[title] = (await portal.item(board, { title, status, createdAt })).id;
  }
  const people = await Promise.all(
    [1, 2, 3, 4].map(async () => portal.visitor(company.host, await portal.user("user", company))),
  );
  const vote = async (title: string, count: number) => {
    for (const voter of people.slice(0, count))
      await voter.post(`/api/feedback/${String(ids[title])}/vote`);
  };
  const age = async (title: string, weeks: number) => {
    await portal.sql(
      "update user_vote set created_at = created_at - make_interval(weeks => $2) where feedback_id = $1",
      [ids[title], weeks],
    );
    await recount(portal.connectionString);
  };
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  return { company, board, ids, people, vote, age, admin, guest: portal.visitor(company.host) };
}

async function listed(visitor: Visitor, query: string, path = "/api/feedback"): Promise<string[]> {
  const { body, status } = await visitor.get(`${path}?${query}`);
  expect(status).toBe(200);
  return body.map(({ title }: { title: string }) => title);
}

const wrongTrends = async () =>
  (await findWrongCounts(portal.sql)).filter(({ what }) => what === "trend");

test("sorted by trend, a vote counts half as much after each week, and items without votes come last, newest first", async () => {
  const { vote, age, guest, board } = await scene("Old", "Recent", "None", "Week", "Other");
  await vote("Old", 4);
  await age("Old", 3);
  await vote("Recent", 1);
  await vote("Week", 3);
  await age("Week", 1);
  const inOrder = ["Week", "Recent", "Old", "Other", "None"];
  expect(await listed(guest, "sort=trending")).toEqual(inOrder);
  const onBoard = `/api/boards/${String(board.id)}/feedback`;
  expect(await listed(guest, "sort=trending", onBoard)).toEqual(inOrder);
  expect(await listed(guest, "sort=votes")).toEqual(["Old", "Week", "Recent", "Other", "None"]);
});

test("a vote that is taken back leaves the trend as it was, also the last vote and one among old votes", async () => {
  const { ids, people, vote, age, guest } = await scene("A", "B");
  await vote("A", 2);
  await age("A", 60);
  await vote("B", 1);
  await vote("A", 3);
  expect(await listed(guest, "sort=trending")).toEqual(["A", "B"]);
  for (const index of [2, 0]) {
    const id = (await people[index]?.get("/api/user"))?.body.id;
    await portal.sql("delete from user_vote where user_id = $1", [id]);
  }
  expect(await wrongTrends()).toEqual([]);
  const stored = await portal.sql("select trend from feedback_item where id = $1", [ids["B"]]);
  expect(stored).toEqual([{ trend: -Infinity }]);
});

test("merging adds the trend of the source's votes to the target, and unmerging takes it back", async () => {
  const { ids, admin, vote, age } = await scene("Source", "Target");
  await vote("Source", 3);
  await age("Source", 2);
  await vote("Target", 1);
  const body = { targetId: ids["Target"] };
  const source = `/api/feedback/${String(ids["Source"])}`;
  expect((await admin.post(`${source}/merge`, body)).status).toBe(200);
  expect(await wrongTrends()).toEqual([]);
  expect((await admin.post(`${source}/unmerge`)).status).toBe(200);
  expect(await wrongTrends()).toEqual([]);
});

test("sorted by discussion, the item with most public comments comes first, with the same order in a search and in a CSV file", async () => {
  const { ids, people, admin, guest } = await scene("One", "Three", "No", "Two");
  const comment = async (title: string, count: number) => {
    for (const person of people.slice(0, count))
      await person.post(`/api/feedback/${String(ids[title])}/comments`, { content: "Yes" });
  };
  await comment("One", 1);
  await comment("Three", 3);
  await comment("Two", 2);
  const note = { content: "Note", isInternal: true };
  for (let n = 0; n < 3; n += 1)
    await admin.post(`/api/feedback/${String(ids["No"])}/comments`, note);
  expect(await listed(guest, "sort=discussed")).toEqual(["Three", "Two", "One", "No"]);
  expect(await listed(guest, "sort=discussed&search=o")).toEqual(["Three", "Two", "One", "No"]);
  const csv = await admin.get("/api/feedback.csv?sort=discussed");
  expect(csv.text.split("\r\n").map((line) => line.split('"')[3])).toEqual([
    "Title",
    "What Three is about",
    "What Two is about",
    "What One is about",
    "What No is about",
    undefined,
  ]);
});

test.each(["oldest", "trending", "discussed"])(
  "pages sorted by %s neither skip nor repeat an item, in lists and in searches",
  async (sort) => {
    const { vote, age, guest } = await scene("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8");
    await vote("a1", 2);
    await age("a1", 1200);
    await vote("a5", 1);
    for (const filter of ["", "&search=a", "&status=new&status=complete"]) {
      const whole = await listed(guest, `sort=${sort}${filter}`);
      const paged: string[] = [];
      let address: string | undefined = `/api/feedback?sort=${sort}&limit=3${filter}`;
      while (address) {
        const { body, headers } = await guest.get(address);
        paged.push(...body.map(({ title }: { title: string }) => title));
        address = /^<(\/api\/[^>]+)>/.exec(String(headers["link"] ?? ""))?.[1];
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(filter.startsWith("&status") ? 3 : 8);
    }
    if (sort === "oldest") expect((await listed(guest, "sort=oldest"))[0]).toBe("a1");
  },
);

test("an admin filters by the days in UTC on which items were created, and other viewers' lists ignore such a filter", async () => {
  const { admin, guest } = await scene("10", "11", "12", "13");
  expect(await listed(admin, "createdFrom=2025-03-11&createdTo=2025-03-12&sort=date")).toEqual([
    "12",
    "11",
  ]);
  expect(await listed(admin, "createdTo=2025-03-10")).toEqual(["10"]);
  expect(await listed(admin, "createdFrom=2025-03-13&search=1&sort=trending")).toEqual(["13"]);
  expect(await listed(guest, "createdFrom=2025-03-13")).toHaveLength(4);
  const { headers } = await admin.get("/api/feedback?createdFrom=2025-03-12");
  expect(headers["x-total-count"]).toBe("2");
});

test.each(["2025-02-30", "0000-01-01", "12.03.2025", "2025-03-12T00:00:00Z", ""])(
  "%j is refused as the day of a filter",
  async (day) => {
    const { admin } = await scene();
    const reply = await admin.get(`/api/feedback?createdFrom=${day}`);
    expect(reply).toMatchObject({
      status: 400,
      body: { errors: { createdFrom: ["createdFrom must be a date such as 2026-03-14"] } },
    });
  },
);

test.each(["1e400", "NaN", "Infinity", "1;2", "-"])(
  "a forged cursor with the trend %s is refused",
  async (key) => {
    const { guest } = await scene();
    const cursor = Buffer.from(JSON.stringify(["trending", key, 1])).toString("base64url");
    expect((await guest.get(`/api/feedback?sort=trending&cursor=${cursor}`)).status).toBe(400);
  },
);
