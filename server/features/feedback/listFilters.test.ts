import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const CATEGORIES = ["feature", "bug", "improvement", "documentation"] as const;
const STATUSES = ["new", "evaluating", "planned", "under_development", "complete"] as const;
const ADMINS: ViewerKey[] = ["C", "T"];
const OTHERS: ViewerKey[] = ["A", "U", "V"];

interface Made {
  id: number;
  boardId: number;
  boardCategoryId: number | null;
  category: string;
  status: string;
  isPrivate: boolean;
}

/**
 * Creates forty items: one for each combination of category, status and board. One board is public,
 * the other board is private. Half of the items have a board category.
 */
async function scene() {
  const company = await portal.company();
  const boards = [
    await portal.board(company),
    await portal.board(company, { isPrivate: true }),
  ] as const;
  const label = await portal.category(company);
  const made: Made[] = [];
  for (const [place, board] of boards.entries()) {
    for (const [n, category] of CATEGORIES.entries()) {
      for (const [m, status] of STATUSES.entries()) {
        const boardCategoryId = (n + m) % 2 ? label.id : undefined;
        const { id } = await portal.item(board, { category, status, boardCategoryId });
        made.push({
          id,
          boardId: board.id,
          boardCategoryId: boardCategoryId ?? null,
          category,
          status,
          isPrivate: place === 1,
        });
      }
    }
  }
  return { ...(await castOf(portal, company)), company, boards, label, made };
}

async function found(visitor: Visitor, query: string) {
  const reply = await visitor.get(`/api/feedback?limit=100&${query}`);
  const ids = (reply.body as { id: number }[]).map(({ id }) => id);
  return { ids: ids.toSorted((a, b) => a - b), total: Number(reply.headers["x-total-count"]) };
}

describe("filtering a list", () => {
  test("each filter and each pair of filters returns the matching items and their total for every viewer", async () => {
    const { viewers, boards, label, made } = await scene();
    const filters: [query: string, accepts: (item: Made) => boolean][] = [
      ["", () => true],
      ["status=planned", ({ status }) => status === "planned"],
      ["category=bug", ({ category }) => category === "bug"],
      [`boardId=${String(boards[0].id)}`, ({ boardId }) => boardId === boards[0].id],
      [`boardId=${String(boards[1].id)}`, ({ boardId }) => boardId === boards[1].id],
      [
        `boardId=${String(boards[1].id)}&boardId=${String(boards[0].id)}`,
        ({ boardId }) => [boards[0].id, boards[1].id].includes(boardId),
      ],
      [
        `boardCategoryId=${String(label.id)}`,
        ({ boardCategoryId }) => boardCategoryId === label.id,
      ],
      ["search=what+item", () => true],
    ];
    for (const viewer of [...ADMINS, ...OTHERS]) {
      const visible = made.filter(({ isPrivate }) => !isPrivate || ADMINS.includes(viewer));
      for (const [index, [query, accepts]] of filters.entries()) {
        for (const [otherQuery, alsoAccepts] of filters.slice(index + 1)) {
          const both = `${query}&${otherQuery}`;
          const ids = visible
            .filter((item) => accepts(item) && alsoAccepts(item))
            .map(({ id }) => id);
          const isContradiction = query.startsWith("boardId") && otherQuery.startsWith("boardId");
          if (isContradiction) continue;
          expect([viewer, both, await found(viewers[viewer], both)]).toEqual([
            viewer,
            both,
            { ids, total: ids.length },
          ]);
        }
      }
    }
  });

  test("a list with all filters contains only the items that match every filter", async () => {
    const { viewers, boards, label, made } = await scene();
    const query = `search=item&status=new&category=bug&boardId=${String(boards[1].id)}&boardCategoryId=${String(label.id)}`;
    const expected = made.filter(
      (item) =>
        item.isPrivate &&
        item.status === "new" &&
        item.category === "bug" &&
        item.boardCategoryId === label.id,
    );
    expect(expected).toHaveLength(1);
    expect(await found(viewers.C, query)).toEqual({ ids: expected.map(({ id }) => id), total: 1 });
    expect(await found(viewers.U, query)).toEqual({ ids: [], total: 0 });
  });

  test("filtering by a private board, or by another company's or an unknown board or category, returns an empty list with total 0", async () => {
    const { viewers, boards } = await scene();
    const foreign = await scene();
    for (const query of [
      `boardId=${String(foreign.boards[0].id)}`,
      `boardId=${String(boards[1].id)}`,
      "boardId=999999999",
      `boardCategoryId=${String(foreign.label.id)}`,
      "boardCategoryId=999999999",
    ]) {
      expect([query, await found(viewers.U, query)]).toEqual([query, { ids: [], total: 0 }]);
    }
  });

  test("the filter value 'all' does not filter", async () => {
    const { viewers } = await scene();
    expect((await found(viewers.U, "status=all&category=all")).total).toBe(20);
    expect((await found(viewers.U, "status=all&category=bug")).total).toBe(5);
  });

  test.each([
    ["status", "open"],
    ["status", "Planned"],
    ["status", ""],
    ["category", "epic"],
    ["category", "bug&category=feature"],
    ["boardId", "x"],
    ["boardId", "0"],
    ["boardId", "1e3"],
    ["boardCategoryId", "-1"],
    ["boardCategoryId", "all"],
  ])("the filter %s=%s is refused with an error for the field", async (field, value) => {
    const { host } = await portal.company();
    const reply = await portal.visitor(host).get(`/api/feedback?${field}=${value}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  test("a list ignores unknown query parameters", async () => {
    const { viewers } = await scene();
    expect(
      (await found(viewers.U, "companyId=1&canSeePrivate=true&viewerId=1&utm_source=x")).total,
    ).toBe(20);
  });
});

describe("contents of a list", () => {
  test("the feedback list is empty for users and super admins without a company", async () => {
    const { viewers } = await scene();
    expect(await found(viewers.S, "")).toEqual({ ids: [], total: 0 });
    const nobodys = portal.visitor("localhost", await portal.user("user"));
    expect(await found(nobodys, "")).toEqual({ ids: [], total: 0 });
  });

  test("a company's list contains no items of other companies", async () => {
    const [one, other] = [await scene(), await scene()];
    const ids = new Set(one.made.map(({ id }) => id));
    const { ids: theirs } = await found(other.viewers.C, "");
    expect(theirs).toHaveLength(40);
    expect(theirs.filter((id) => ids.has(id))).toEqual([]);
    expect((await found(one.viewers.X, "")).total).toBe(0);
  });

  test("hasVoted is true in a list only for the items that the viewer has voted for", async () => {
    const { viewers, made } = await scene();
    const [first] = made;
    await viewers.U.post(`/api/feedback/${String(first?.id)}/vote`);
    const votedBy = async (visitor: Visitor) =>
      ((await visitor.get("/api/feedback?limit=100")).body as { id: number; hasVoted: boolean }[])
        .filter(({ hasVoted }) => hasVoted)
        .map(({ id }) => id);
    expect(await votedBy(viewers.U)).toEqual([first?.id]);
    expect(await votedBy(viewers.P)).toEqual([first?.id]);
    for (const key of ["A", "C", "V"] as const) expect(await votedBy(viewers[key])).toEqual([]);
  });

  test("a listed item has the fields of the contract", async () => {
    const { viewers } = await scene();
    const { body } = await viewers.C.get("/api/feedback?limit=1");
    expect(Object.keys(body[0]).toSorted()).toEqual(
      "assigneeId boardCategoryId boardId category commentsCount companyId createdAt description follow hasVoted id isAuthorDeleted state status title userId votes".split(
        " ",
      ),
    );
  });
});

describe("listing the items of a board", () => {
  test("a board's list contains only the board's items and ignores the query parameter boardId", async () => {
    const { viewers, boards, made } = await scene();
    const path = `/api/boards/${String(boards[0].id)}/feedback?limit=100&boardId=${String(boards[1].id)}`;
    const { body, headers } = await viewers.C.get(path);
    expect(body).toHaveLength(20);
    expect(new Set(body.map(({ boardId }: Made) => boardId))).toEqual(new Set([boards[0].id]));
    expect(headers["x-total-count"]).toBe("20");
    expect(made).toHaveLength(40);
  });

  test("a board's list links to its own next page", async () => {
    const { viewers, boards } = await scene();
    const path = `/api/boards/${String(boards[0].id)}/feedback`;
    const { headers } = await viewers.A.get(`${path}?limit=15`);
    expect(String(headers["link"])).toMatch(new RegExp(`^<${path}\\?limit=15&cursor=`));
  });
});
