import { beforeAll, describe, expect, test } from "vitest";
import { nextOf, readEachPage } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

interface Listed {
  id: number;
  orderIndex: number;
}

const LIST = "/api/boards";

const idsOf = (boards: readonly { id: number }[]) => boards.map(({ id }) => id);

/** Creates a company with `count` boards, of which every third is private. */
async function scene(count: number) {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const boards: { id: number; isPrivate: boolean }[] = [];
  for (let n = 0; n < count; n += 1) {
    const isPrivate = n % 3 === 1;
    boards.push({ ...(await portal.board(company, { isPrivate })), isPrivate });
  }
  const open = boards.filter(({ isPrivate }) => !isPrivate);
  const guest = portal.visitor(company.host);
  return { company, admin, guest, all: idsOf(boards), open: idsOf(open) };
}

const remove = (admin: Visitor, id: number | undefined) => admin.delete(`${LIST}/${String(id)}`);

/**
 * Reads a first page of two boards, runs `change`, and reads all remaining pages. Returns the ids
 * of the boards on the first page and on the remaining pages.
 */
async function walkAround(visitor: Visitor, change: (shown: number[]) => Promise<unknown>) {
  const first = await visitor.get(`${LIST}?limit=2`);
  const shown = idsOf(first.body);
  await change(shown);
  const rest = await readEachPage<Listed>(visitor, nextOf(first) ?? "");
  return { shown, rest: rest.flatMap(({ items }) => idsOf(items)) };
}

describe("pages of boards", () => {
  test("without parameters a page contains up to 200 boards of a company", async () => {
    const { company, admin } = await scene(1);
    const insert = `insert into board (company_id, name, slug, order_index)
      select $1::bigint, 'Board', 'more-' || n, 100000 + n from generate_series(1, $2::integer) n`;
    await portal.sql(insert, [company.id, 199]);
    const whole = await admin.get(LIST);
    expect([whole.body.length, nextOf(whole)]).toEqual([200, undefined]);
    await portal.sql(insert.replace("more-", "further-"), [company.id, 1]);
    const pages = await readEachPage<Listed>(admin, LIST);
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [200, 201],
      [1, 201],
    ]);
  });

  test.each([1, 2, 3, 10, 200])(
    "paging by %i boards neither skips nor repeats a board, and the total counts only boards that the viewer can see",
    async (limit) => {
      const { admin, guest, all, open } = await scene(10);
      for (const [visitor, ids] of [
        [admin, all],
        [guest, open],
      ] as const) {
        const pages = await readEachPage<Listed>(visitor, `${LIST}?limit=${String(limit)}`);
        expect(pages.flatMap(({ items }) => idsOf(items))).toEqual(ids);
        expect(pages).toHaveLength(Math.ceil(ids.length / limit));
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([ids.length]));
      }
    },
  );

  test("neither order indexes nor cursors reveal to visitors where private boards are", async () => {
    const { guest, open } = await scene(10);
    const pages = await readEachPage<Listed>(guest, `${LIST}?limit=2`);
    const places = pages.flatMap(({ items }) => items.map(({ orderIndex }) => orderIndex));
    expect(places).toEqual([...open.keys()]);
    const link = nextOf(await guest.get(`${LIST}?limit=2`)) ?? "";
    const cursor = new URL(link, "http://host").searchParams.get("cursor") ?? "";
    expect(JSON.parse(Buffer.from(cursor, "base64url").toString())).toEqual([
      "boards",
      "1",
      open[1],
    ]);
  });

  test("adding or deleting boards while paging neither repeats nor skips any other board", async () => {
    const { admin, guest, open } = await scene(10);
    for (const gone of [0, 1]) {
      const before = idsOf((await guest.get(LIST)).body);
      const { rest } = await walkAround(guest, async (shown) => {
        await remove(admin, shown[gone]);
        await admin.post(LIST, { name: "Late", slug: `late-${String(gone)}` });
      });
      expect(rest.slice(0, -1)).toEqual(before.slice(2));
      expect(rest.at(-1)).toBeGreaterThan(Math.max(...open));
    }
  });

  test("moving boards while paging neither repeats nor skips a board that was not moved", async () => {
    const { admin, all } = await scene(10);
    const { shown, rest } = await walkAround(admin, async ([first = 0, second = 0]) => {
      const [third = 0, ...later] = all.slice(2);
      const last = later.pop() ?? 0;
      const boardIds = [last, third, second, first, ...later];
      expect((await admin.patch("/api/boards/reorder", { boardIds })).status).toBe(200);
    });
    expect(shown).toEqual(all.slice(0, 2));
    // Only moved boards are affected: the first board is repeated, and the third and the last board
    // are skipped.
    expect(rest).toEqual([all[0], ...all.slice(3, -1)]);
  });

  test("a board that becomes private while paging does not hide any other board from visitors", async () => {
    const { admin, guest, open } = await scene(10);
    const { rest } = await walkAround(guest, ([, second]) =>
      admin.patch(`${LIST}/${String(second)}`, { isPrivate: true }),
    );
    expect(rest).toEqual(open.slice(2));
  });

  test("the total of boards is correct on a page that is empty because the remaining boards were deleted", async () => {
    const { admin, all } = await scene(3);
    const first = await admin.get(`${LIST}?limit=2`);
    await remove(admin, all[2]);
    const second = await admin.get(nextOf(first) ?? "");
    expect([second.body, second.headers["x-total-count"], nextOf(second)]).toEqual([
      [],
      "2",
      undefined,
    ]);
  });

  test("the list of boards refuses an invalid limit, an invalid cursor and a cursor of the list of categories", async () => {
    const { guest } = await scene(1);
    const position = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const query of [
      "limit=0",
      "limit=201",
      "limit=1e2",
      "cursor=abc",
      `cursor=${position(["categories", "0", 1])}`,
      `cursor=${position(["boards", "-1", 1])}`,
      `cursor=${position(["boards", "0", 0])}`,
    ]) {
      const { status, body } = await guest.get(`${LIST}?${query}`);
      const field = query.split("=")[0] ?? "";
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [field]]);
    }
  });

  test("a cursor of another company's list shows none of that company's boards", async () => {
    const [theirs, mine] = [await scene(4), await scene(4)];
    const next = nextOf(await theirs.admin.get(`${LIST}?limit=2`)) ?? "";
    const { body } = await mine.admin.get(next);
    expect(idsOf(body).filter((id) => !mine.all.includes(id))).toEqual([]);
  });
});
