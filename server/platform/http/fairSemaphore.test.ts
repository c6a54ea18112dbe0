import { expect, test } from "vitest";
import { createFairSemaphore } from "./fairSemaphore.ts";

const LIMITS = { mostWaiting: 4, mostWaitingPerKey: 3, longestWaitMs: 10_000 };

/** Starts tasks that run until `end` is called, and records the order in which they begin. */
function startTasks(lane: ReturnType<typeof createFairSemaphore>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: number, name: string) =>
    lane(key, async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      await promise;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, start, end };
}

test("a free slot goes to a key without a running task before an earlier task of a busy key", async () => {
  const { begun, start, end } = startTasks(createFairSemaphore(2, LIMITS));
  const tasks = [start(1, "a"), start(1, "b"), start(1, "c"), start(1, "d"), start(2, "other")];
  expect(begun).toEqual(["a", "b"]);
  await end("a");
  expect(begun).toEqual(["a", "b", "other"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "other", "c"]);
  await end("other");
  for (const name of ["c", "d"]) await end(name);
  await Promise.all(tasks);
});

test("a key with too many waiting tasks gets 503 with Retry-After while other keys may still wait", async () => {
  const { begun, start, end } = startTasks(createFairSemaphore(1, LIMITS));
  const tasks = ["a", "b", "c", "d"].map((name) => start(1, name));
  await expect(start(1, "e")).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
  tasks.push(start(2, "other"));
  await expect(start(3, "beyond all")).rejects.toMatchObject({ status: 503 });
  for (const name of ["a", "b", "c", "d", "other"]) await end(name);
  await Promise.all(tasks);
  expect(begun).toEqual(["a", "b", "c", "d", "other"]);
});

test("a task that has waited too long gets 503, and later tasks run", async () => {
  const { begun, start, end } = startTasks(
    createFairSemaphore(1, { ...LIMITS, longestWaitMs: 20 }),
  );
  const first = start(1, "a");
  await expect(start(1, "late")).rejects.toMatchObject({ status: 503 });
  await end("a");
  const second = start(1, "b");
  await end("b");
  await Promise.all([first, second]);
  expect(begun).toEqual(["a", "b"]);
});
