import { beforeAll, describe, expect, test } from "vitest";
import { withOpenTransaction } from "#server/checks/fixtures/openTransaction.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { VISITOR } from "#server/platform/access/visibility.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import { findComment, listComments } from "./comments.queries.ts";

// The response time of a 404 must not reveal whether a private item or board exists. So the server
// reads no data of an item or board before it has checked that the viewer is allowed to see that
// item or board.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { isPrivate: true });
  const item = await portal.item(board);
  const comments = [];
  for (let n = 0; n < 30; n += 1) comments.push(await portal.comment(item));
  return { company, board, item, comments };
}

type Params = Visibility & { feedbackId: number; beforeId: number; commentId: number };

/** Executes a statement and returns the nodes of its plan that read comments. */
async function readsOfComments(
  { text, values }: Statement<Params, unknown>,
  params: Params,
): Promise<string[]> {
  const plan = await portal.sql<{ "QUERY PLAN": string }>(
    `explain (analyze, costs off, timing off) ${text}`,
    values(params),
  );
  return plan.map((line) => line["QUERY PLAN"]).filter((line) => / on comment\b/.test(line));
}

const isExecuted = (line: string) => !line.includes("never executed");

describe("a private item", () => {
  const statements: [string, Statement<Params, unknown>][] = [
    ["listed", listComments(21)],
    ["looked up for deletion", findComment],
  ];
  test.each(statements)(
    "comments of a private item are %s only for a viewer who can see the item",
    async (_, found) => {
      const { company, item, comments } = await scene();
      const params = {
        companyId: company.id,
        viewerId: null,
        feedbackId: item.id,
        beforeId: Number.MAX_SAFE_INTEGER,
        commentId: comments[0]?.id ?? 0,
      };
      const hidden = await readsOfComments(found, { ...params, ...VISITOR });
      expect(new Set(hidden.map(isExecuted))).toEqual(new Set([false]));
      const visible = await readsOfComments(found, {
        ...params,
        ...VISITOR,
        canSeePrivate: true,
      });
      expect(visible.some(isExecuted)).toBe(true);
    },
  );
});

describe("a private board", () => {
  test("a visitor's request for the items of a private board reads no item", async () => {
    const { company, board } = await scene();
    const visitor = portal.visitor(company.host, await portal.user("user", company));
    const path = `/api/boards/${String(board.id)}/feedback`;
    // A request that reads the table would wait for the lock and get 503.
    const text = "lock table feedback_item in access exclusive mode";
    const reply = await withOpenTransaction(portal, { text }, () => visitor.get(path));
    expect(reply.status).toBe(404);
  });

  test("a request for a board's items with an invalid cursor gets 400 whether or not the board exists", async () => {
    const { company, board } = await scene();
    for (const id of [board.id, 999_999]) {
      const path = `/api/boards/${String(id)}/feedback?cursor=abc`;
      expect((await portal.visitor(company.host).get(path)).status).toBe(400);
    }
  });
});
