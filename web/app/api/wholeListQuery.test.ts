import { expect, test } from "vitest";
import { wholeListQuery } from "./apiQuery.ts";
import type { Call } from "./call.ts";
import { createQueryClient } from "./queryClient.ts";

const PAGES: Record<string, object> = {
  first: { items: [{ id: 1 }, { id: 2 }], nextCursor: "second", total: 4 },
  second: { items: [{ id: 3 }], nextCursor: "third", total: 4 },
  third: { items: [{ id: 4 }], nextCursor: null, total: 4 },
};

test("a query for a whole list returns the items of all pages in order", async () => {
  const call = async (_: unknown, { query }: { query: { cursor?: string } }) =>
    PAGES[query.cursor ?? "first"];
  const client = createQueryClient(call as Call);
  const boards = await client.query(wholeListQuery("/api/boards"));
  expect(boards.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});
