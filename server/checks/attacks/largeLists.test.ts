import { beforeAll, expect, test } from "vitest";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { nextOf } from "#server/checks/fixtures/readPages.ts";
import { realPages } from "./support/realPages.ts";

/** Bytes of a page of a list: docs/product-decisions.md "Feedback". */
const MOST_BYTES = 128 * 1024;

/** Characters that take one, two, four and six bytes of JSON, and two that HTML escapes. */
const CHARACTERS = ["x", '"', "😀", "\u0001", "<", "'"];

const ITEMS = 40;

let portal: TestPortal;
let app: TestApp;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, await realPages());
});

/** A company with items of all statuses of the roadmap, each with this description. */
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

/** Reads all pages of a list, which must contain these ids once. Returns their numbers of items. */
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
  "a list of items that are as long as allowed, of %j, comes in pages of bounded bytes without a gap",
  async (character) => {
    const { company, ids } = await companyWithItems(character.repeat(10_000));
    const guest = portal.visitor(company.host);
    const sizes = await expectWholeList(guest, "/api/feedback?limit=100", ids);
    expect(sizes.length).toBeGreaterThan(3);
  },
);

test("each order, board and search lists long items in pages of bounded bytes without a gap", async () => {
  const { company, board, ids } = await companyWithItems("x".repeat(10_000));
  const guest = portal.visitor(company.host);
  for (const path of [
    "/api/feedback?limit=100&sort=date",
    `/api/boards/${String(board.id)}/feedback?limit=100`,
    // By the index, and in the list's order.
    "/api/feedback?limit=100&search=needle",
    "/api/feedback?limit=100&search=ee",
  ])
    expect((await expectWholeList(guest, path, ids)).length).toBeGreaterThan(3);
});

test("a list of short items has as many items as its limit says", async () => {
  const { company, ids } = await companyWithItems("A short description.");
  const sizes = await expectWholeList(portal.visitor(company.host), "/api/feedback?limit=100", ids);
  expect(sizes).toEqual([ITEMS]);
});

test("comments that are as long as allowed come in pages of bounded bytes without a gap", async () => {
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

test("audit entries with long details come in pages of bounded bytes", async () => {
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
  "a page with lists of items that are as long as allowed, of %j, has bounded bytes",
  async (character) => {
    const { company } = await companyWithItems(character.repeat(10_000));
    const sizeOf = async (path: string) => {
      const { status, text } = await app.visitor(company.host).get(path);
      expect([path, status]).toEqual([path, 200]);
      return bytesOf(text);
    };
    // A list is in a page twice, as data and as HTML. The roadmap has four.
    expect(await sizeOf("/feedback")).toBeLessThan(4 * MOST_BYTES);
    expect(await sizeOf("/roadmap")).toBeLessThan(10 * MOST_BYTES);
  },
);
