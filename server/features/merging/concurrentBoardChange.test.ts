import { beforeAll, expect, test } from "vitest";
import {
  commitWhenBlocked,
  waitForBlockedSessions,
  withOpenTransaction,
} from "#server/checks/fixtures/openTransaction.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

interface Id {
  id: number;
}

const pathOf = ({ id }: Id) => `/api/feedback/${String(id)}`;

/**
 * Creates a board with a merged item. A change of the board's privacy locks the merged item.
 */
async function scene(isPrivate: boolean) {
  const cast = await newCast(portal);
  const { company, viewers } = cast;
  const board = await portal.board(company, { isPrivate });
  const merged = await portal.item(board);
  const merge = (source: Id, target: Id) =>
    viewers.C.post(`${pathOf(source)}/merge`, { targetId: target.id });
  await merge(merged, await portal.item(board));
  /**
   * Calls `work` while another transaction has changed the board's privacy but has not committed
   * yet.
   */
  const whileChanging = async (work: () => Promise<Reply>) => {
    const lock = {
      text: "select from feedback_item where id = $1 for update",
      values: [merged.id],
    };
    await withOpenTransaction(portal, lock, async (commit) => {
      const change = viewers.C.patch(`/api/boards/${String(board.id)}`, { isPrivate: !isPrivate });
      await waitForBlockedSessions(portal, 1);
      const other = work();
      await Promise.race([other, waitForBlockedSessions(portal, 2)]);
      await commit();
      expect((await change).status).toBe(200);
      expect((await other).status).toBe(200);
    });
  };
  return { ...cast, board, merge, whileChanging };
}

test("visitors cannot read the comments of an item that is merged while its board becomes private", async () => {
  const { viewers, company, board, merge, whileChanging } = await scene(false);
  const target = await portal.item(await portal.board(company));
  const source = await portal.item(board);
  await portal.comment(source, { content: "Only for admins" });
  await whileChanging(() => merge(source, target));
  expect((await viewers.A.get(`${pathOf(target)}/comments`)).body).toEqual([]);
});

test("a comment that is written while its board becomes public is counted", async () => {
  const { viewers, board, merge } = await scene(true);
  const target = await portal.item(board);
  await merge(await portal.item(board), target);
  const comment = {
    text: `with written as (
        insert into comment (company_id, feedback_id, content)
        select company_id, id, 'Me too' from feedback_item where id = $1
      )
      update feedback_item set comments_count = comments_count + 1 where id = $1`,
    values: [target.id],
    waiting: 1,
  };
  await commitWhenBlocked(portal, comment, () =>
    viewers.C.patch(`/api/boards/${String(board.id)}`, { isPrivate: false }),
  );
  expect((await viewers.A.get(pathOf(target))).body).toMatchObject({ commentsCount: 1 });
});

test("visitors cannot read the comments of a private merged item whose target is moved to a board that becomes public", async () => {
  const { viewers, company, board, merge, whileChanging } = await scene(true);
  const secret = await portal.board(company, { isPrivate: true });
  const [source, target] = [await portal.item(secret), await portal.item(secret)];
  await portal.comment(source, { content: "Only for admins" });
  await merge(source, target);
  await whileChanging(() => viewers.C.patch(pathOf(target), { boardId: board.id }));
  expect((await viewers.A.get(`${pathOf(target)}/comments`)).body).toEqual([]);
});
