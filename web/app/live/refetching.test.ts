import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { FeedbackItem } from "#contract/feedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import type { Call } from "#web/app/api/call.ts";
import { createQueryClient } from "#web/app/api/queryClient.ts";
import { CountWriter } from "./CountWriter.ts";
import { FetchLog, RefetchQueue } from "./RefetchQueue.ts";
import { queriesAffectedBy } from "./startLiveUpdates.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const query = apiQuery("/api/feedback/:id", { params: { id: 7 } });

/**
 * Creates a page that shows an item and has started to fetch it. Each call is pending until
 * `respond` is called.
 */
function page() {
  const responses: ((item: Partial<FeedbackItem>) => void)[] = [];
  const call = () =>
    new Promise((resolve) => {
      responses.push((item) => resolve({ id: 7, ...item }));
    });
  const client = createQueryClient(call as Call);
  const counts = new CountWriter(client);
  const log = new FetchLog(client, (startedAt) => counts.repeatSince(startedAt));
  const queue = new RefetchQueue(client, log);
  onTestFinished(new QueryObserver(client, query).subscribe(() => undefined));
  return {
    counts,
    queue,
    /** Returns the number of API calls so far. */
    calls: () => responses.length,
    respond: async (item: Partial<FeedbackItem>) => {
      responses.at(-1)?.(item);
      await pass(10);
    },
    fetch: () => void client.refetchQueries({ queryKey: query.queryKey }),
    shown: () => client.getQueryData(query.queryKey),
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const vote = (votes: number) => ({ kind: "vote", feedbackId: 7, boardId: 1, votes }) as const;

test("a response that is older than a vote event does not lower the vote count", async () => {
  const { counts, respond, shown } = page();
  await pass(10);
  counts.write(vote(6));
  await respond({ votes: 5 });
  expect(shown()).toMatchObject({ votes: 6 });
});

test("a response that is newer than a live event replaces the count from the event, even with a smaller count", async () => {
  const { fetch, counts, respond, shown } = page();
  await respond({ commentsCount: 2 });
  counts.write({ kind: "comment", feedbackId: 7, boardId: 1, commentsCount: 3 });
  expect(shown()).toMatchObject({ commentsCount: 3 });
  await pass(10);
  fetch();
  await pass(10);
  await respond({ commentsCount: 2 });
  expect(shown()).toMatchObject({ commentsCount: 2 });
});

test("if two vote events arrive in the wrong order, the larger vote count is shown", async () => {
  const { counts, respond, shown } = page();
  await respond({ votes: 4 });
  counts.write(vote(6));
  counts.write(vote(5));
  expect(shown()).toMatchObject({ votes: 6 });
});

test("a vote event changes the vote count without a fetch", async () => {
  const { counts, queue, respond, calls, shown } = page();
  await respond({ votes: 5 });
  counts.write(vote(6));
  for (const queryKey of queriesAffectedBy(vote(6))) queue.add(queryKey);
  await pass(5_000);
  expect(shown()).toMatchObject({ votes: 6 });
  expect(calls()).toBe(1);
});

test("a query is refetched after a live event, unless the query has been fetched since the event", async () => {
  const { fetch, queue, respond, calls } = page();
  await respond({});
  queue.add(query.queryKey);
  await pass(5_000);
  expect(calls()).toBe(2);
  await respond({});

  await pass(5_000);
  queue.add(query.queryKey);
  await pass(1);
  fetch();
  await respond({});
  await pass(5_000);
  expect(calls()).toBe(3);
});

test("a query that is being fetched when a live event arrives is fetched again after this fetch", async () => {
  const { queue, respond, calls } = page();
  await pass(10);
  queue.add(query.queryKey);
  await pass(5_000);
  expect(calls()).toBe(1);
  await respond({});
  await pass(5_000);
  expect(calls()).toBe(2);
});
