import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { feedbackApi } from "#contract/feedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { anItem } from "#web/testing/fixtures.ts";
import { writeVoteInCache } from "./VoteButton.tsx";

const item = (id: number) =>
  anItem({ id, votes: 4, follow: "off", createdAt: "2026-01-01T00:00:00.000Z" });
const page = (...ids: number[]) => ({ items: ids.map(item), nextCursor: null, total: ids.length });

test("a vote is written to every cached list and the cached item, and can be rolled back", () => {
  const client = new QueryClient();
  const all = [feedbackApi.list.path, {}, "pages"];
  const board = [feedbackApi.listOnBoard.path, { params: { boardId: "1" } }, "pages"];
  const search = [feedbackApi.list.path, { query: { search: "x" } }];
  const similar = [similarFeedbackApi.toTitle.path, { query: { title: "x" } }];
  const one = [feedbackApi.get.path, { params: { id: "2" } }];
  const other = [feedbackApi.get.path, { params: { id: "1" } }];
  client.setQueryData(all, { pages: [page(1), page(2, 3)], pageParams: [undefined, "c"] });
  client.setQueryData(board, { pages: [page(2)], pageParams: [undefined] });
  client.setQueryData(search, page(3, 2));
  client.setQueryData(similar, [item(3), item(2)]);
  client.setQueryData(one, item(2));
  client.setQueryData(other, item(1));
  const before = [all, board, search, similar, one, other].map((key) =>
    structuredClone(client.getQueryData(key)),
  );

  writeVoteInCache(client, 2, { votes: 5, hasVoted: true });
  const voted = { id: 2, votes: 5, hasVoted: true };
  expect(client.getQueryData(all)).toMatchObject({
    pages: [{ items: [{ votes: 4 }] }, { items: [voted, { votes: 4 }] }],
  });
  expect(client.getQueryData(board)).toMatchObject({ pages: [{ items: [voted] }] });
  expect(client.getQueryData(search)).toMatchObject({ items: [{ votes: 4 }, voted] });
  expect(client.getQueryData(similar)).toMatchObject([{ votes: 4 }, voted]);
  expect(client.getQueryData(one)).toMatchObject(voted);
  expect(client.getQueryData(other)).toEqual(item(1));

  writeVoteInCache(client, 2, { votes: 4, hasVoted: false });
  expect([all, board, search, similar, one, other].map((key) => client.getQueryData(key))).toEqual(
    before,
  );
});

test("a vote sets the follow level to status changes, unless the voter has already chosen a level", () => {
  const client = new QueryClient();
  const key = [feedbackApi.list.path, {}];
  const items = [anItem({ id: 1 }), anItem({ id: 2, follow: "all" })];
  client.setQueryData(key, { items, nextCursor: null, total: 2 });
  for (const id of [1, 2]) writeVoteInCache(client, id, { votes: 1, hasVoted: true });
  expect(client.getQueryData(key)).toMatchObject({
    items: [{ follow: "status" }, { follow: "all" }],
  });
});
