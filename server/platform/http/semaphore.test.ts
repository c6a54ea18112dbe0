import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

/** Creates a task that ends when `end` is called. */
function pendingTask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: resolve };
}

test("a task above the waiting limit is refused with 503 and Retry-After, and the other tasks run", async () => {
  const semaphore = createSemaphore(1, { mostWaiting: 2 });
  const first = pendingTask();
  const results = [
    semaphore(first.work),
    semaphore(async () => "second"),
    semaphore(async () => "third"),
  ];
  await expect(semaphore(async () => "fourth")).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
  first.end("first");
  expect(await Promise.all(results)).toEqual(["first", "second", "third"]);
  expect(await semaphore(async () => "fifth")).toBe("fifth");
});

test("a failing task frees its slot", async () => {
  const semaphore = createSemaphore(1, { mostWaiting: 1 });
  const failing = semaphore(async () => {
    throw new Error("failed");
  });
  const next = semaphore(async () => "next");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
});

test("a task that has waited too long is refused with 503, and later tasks run", async () => {
  const semaphore = createSemaphore(1, { longestWaitMs: 50 });
  const first = pendingTask();
  const begun = semaphore(first.work);
  const ran: string[] = [];
  const late = semaphore(async () => ran.push("late"));
  await expect(late).rejects.toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  const next = semaphore(async () => ran.push("next"));
  first.end("first");
  await Promise.all([begun, next]);
  expect(ran).toEqual(["next"]);
});
