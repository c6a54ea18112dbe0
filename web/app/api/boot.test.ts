import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { apiQuery, wholeListQuery } from "./apiQuery.ts";
import { bootJson, hydrateFromBoot } from "./boot.ts";
import type { Call } from "./call.ts";
import { createQueryClient } from "./queryClient.ts";

const TEXT = "</script><!-- \u2028 &amp; é";

function clientOf(answer: (name: string) => unknown) {
  const call = async (name: string) => answer(name);
  return createQueryClient(call as Call);
}

test("a page's boot data passes query results and errors to the browser, and no text in the data closes the script element", async () => {
  const server = clientOf((name) => {
    if (name === "GET /api/boards") return { items: [{ name: TEXT }], nextCursor: null, total: 1 };
    throw new ApiError(404, JSON.stringify({ message: "Feedback item not found" }));
  });
  const item = apiQuery("/api/feedback/:id", { params: { id: "7" } });
  await Promise.allSettled([server.query(wholeListQuery("/api/boards")), server.query(item)]);
  const json = bootJson(server, { now: 5, livePosition: "e.1", failed: null });
  expect(json).not.toMatch(/[<\u2028]/);

  const browser = clientOf(() => undefined);
  expect(hydrateFromBoot(browser, json)).toMatchObject({
    now: 5,
    livePosition: "e.1",
    failed: null,
  });
  expect(browser.getQueryData(wholeListQuery("/api/boards").queryKey)).toEqual([{ name: TEXT }]);
  // A query has the same key whether its path parameter is a number or a string.
  const state = browser.getQueryState(
    apiQuery("/api/feedback/:id", { params: { id: 7 } }).queryKey,
  );
  expect(state?.error).toBeInstanceOf(ApiError);
  expect(state?.error).toMatchObject({ status: 404, serverMessage: "Feedback item not found" });
});
