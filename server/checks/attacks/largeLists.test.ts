import { beforeAll, expect, test } from "vitest";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { nextOf } from "#server/checks/fixtures/readPages.ts";
import { realPages } from "./support/realPages.ts";

/** Maximum bytes of one page of a list (docs/product-decisions.md "Feedback"). */
const MOST_BYTES = 128 * 1024;

/**
 * Characters that take one, two, four and six bytes in JSON, and two characters that HTML escapes.
 */
const CHARACTERS = ["x", '"', "😀", "\u0001", "<", "'"];

const ITEMS = 40;

let portal: TestPortal;
let app: TestApp;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, await realPages());
});

/** Creates a company with items in all statuses of the roadmap. Every item has this description. */
async function companyWithItems(description: string) {
  const company = await portal.company();
  const board = await portal.board(company);
  const rows = await portal.sql<{ id: string }>(
    `insert into feedback_item (company_id, board_id, title, description, status, category, votes)
     select $1, $2, 'Needle', $3,
       (array['evaluating', 'planned', 'under_development', 'complete'])[1 + n % 4], 'bug', n % 7
     from generate_series(1, $4) n returning id`,
    [company.id, board.id, description, ITEMS],
  );
  return { company, board, ids: rows.map(({ id }) => Number(id)) };
}

const bytesOf = (text: string) => Buffer.byteLength(text);

/**
 * Reads all pages of a list and expects each of these ids exactly once. Returns the number of items
 * of each page.
 */
async function expectWholeList(visitor: Visitor, path: string, ids: readonly number[]) {
  const listed: number[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const reply = await visitor.get(next);
    expect([reply.status, reply.headers["x-total-count"]]).toEqual([200, String(ids.length)]);
    expect(bytesOf(reply.text)).toBeLessThanOrEqual(MOST_BYTES);
    listed.push(reply.body.map(({ id }: { id: number }) => id));
    next = nextOf(reply);
  }
  expect(listed.flat().toSorted((a, b) => a - b)).toEqual(ids);
  return listed.map(({ length }) => length);
}

test.each(CHARACTERS)(
  "a list of items of maximum length, filled with %j, is split into pages of at most 128 KiB without omissions",
  async (character) => {
    const { company, ids } = await companyWithItems(character.repeat(10_000));
    const guest = portal.visitor(company.host);
    const sizes = await expectWholeList(guest, "/api/feedback?limit=100", ids);
    expect(sizes.length).toBeGreaterThan(3);
  },
);

test("the list by date, a board's list and search results are split into pages of at most 128 KiB without omissions if their items are long", async () => {
  const { company, board, ids } = await companyWithItems("x".repeat(10_000));
  const guest = portal.visitor(company.host);
  for (const path of [
    "/api/feedback?limit=100&sort=date",
    `/api/boards/${String(board.id)}/feedback?limit=100`,
    // The index finds the first search text. The second search text is too short for the index, so
    // the search scans the items in the order of the list.
    "/api/feedback?limit=100&search=needle",
    "/api/feedback?limit=100&search=ee",
  ])
    expect((await expectWholeList(guest, path, ids)).length).toBeGreaterThan(3);
});

test("a list of 40 short items with a limit of 100 has a single page", async () => {
  const { company, ids } = await companyWithItems("A short description.");
  const sizes = await expectWholeList(portal.visitor(company.host), "/api/feedback?limit=100", ids);
  expect(sizes).toEqual([ITEMS]);
});

test("a list of comments of maximum length is split into pages of at most 128 KiB without omissions", async () => {
  const company = await portal.company();
  const item = await portal.item(await portal.board(company));
  const rows = await portal.sql<{ id: string }>(
    `insert into comment (company_id, feedback_id, content)
     select $1, $2, repeat('"', 5000) from generate_series(1, $3) returning id`,
    [company.id, item.id, ITEMS],
  );
  await portal.sql("update feedback_item set comments_count = $1 where id = $2", [ITEMS, item.id]);
  const sizes = await expectWholeList(
    portal.visitor(company.host),
    `/api/feedback/${String(item.id)}/comments?limit=100`,
    rows.map(({ id }) => Number(id)),
  );
  expect(sizes.length).toBeGreaterThan(3);
});

test("an audit log whose entries have long details is split into pages of at most 128 KiB", async () => {
  const company = await portal.company();
  const admin = await portal.user("company_admin", company);
  await portal.sql(
    `insert into audit_entry (company_id, actor_username, action, subject, ip, details)
     select $1, 'someone@example.com', 'board.update', 'A board', '192.0.2.1',
       jsonb_build_object('text', repeat('x', 20000))
     from generate_series(1, 50)`,
    [company.id],
  );
  const path = `/api/company/${String(company.id)}/audit-log?limit=100`;
  const first = await portal.visitor(company.host, admin).get(path);
  const second = await portal.visitor(company.host, admin).get(nextOf(first) ?? "");
  for (const { text, body } of [first, second]) {
    expect(bytesOf(text)).toBeLessThanOrEqual(MOST_BYTES);
    expect(body).toHaveLength(6);
  }
});

test.each(CHARACTERS)(
  "HTML pages with lists of items of maximum length, filled with %j, do not exceed their maximum size in bytes",
  async (character) => {
    const { company } = await companyWithItems(character.repeat(10_000));
    const sizeOf = async (path: string) => {
      const { status, text } = await app.visitor(company.host).get(path);
      expect([path, status]).toEqual([path, 200]);
      return bytesOf(text);
    };
    // A page contains each list twice, as data and as HTML. The roadmap has four lists.
    expect(await sizeOf("/feedback")).toBeLessThan(4 * MOST_BYTES);
    expect(await sizeOf("/roadmap")).toBeLessThan(10 * MOST_BYTES);
  },
);
