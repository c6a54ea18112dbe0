import { expect, onTestFinished, test, vi } from "vitest";
import { createFairSemaphore } from "./fairSemaphore.ts";
import { OverloadError } from "./overloadError.ts";

const LIMITS = { width: 4, perKey: 4, mostWaiting: 3, longestWaitMs: 10_000 };

/**
 * Returns functions that start and end tasks, and the names of the tasks in the order in which they
 * began.
 */
function startTasks(limits: Partial<typeof LIMITS> & { perKeyWhileOthersWait?: number }) {
  const inTurn = createFairSemaphore<string>({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** The first letter of a task's name is its key. */
  const start = (name: string, isAbandoned?: () => boolean) =>
    inTurn(
      name.slice(0, 1),
      async () => {
        begun.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        await promise;
      },
      isAbandoned,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, start, end };
}

test("a free slot goes to a task of a key without running tasks, even if a task of a busy key has waited longer", async () => {
  const { begun, start, end } = startTasks({ width: 2 });
  const tasks = ["a1", "a2", "a3", "a4", "b1"].map((name) => start(name));
  expect(begun).toEqual(["a1", "a2"]);
  await end("a1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  await end("b1");
  for (const name of ["a3", "a4"]) await end(name);
  await Promise.all(tasks);
});

test("keys with equally many running tasks are served in turn", async () => {
  const { begun, start, end } = startTasks({ width: 1 });
  const tasks = ["x1", "a1", "a2", "a3", "b1", "b2", "c1"].map((name) => start(name));
  for (const name of ["x1", "a1", "b1", "c1", "a2", "b2", "a3"]) await end(name);
  await Promise.all(tasks);
  expect(begun).toEqual(["x1", "a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a key takes no more slots than its limit, so another key's task starts at once in a free slot", async () => {
  const { begun, start, end } = startTasks({ width: 4, perKey: 3 });
  const tasks = ["a1", "a2", "a3", "a4", "b1"].map((name) => start(name));
  expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
  for (const name of ["a1", "a2", "a3", "a4", "b1"]) await end(name);
  await Promise.all(tasks);
});

test("while tasks of a second key wait, the first key's limit is reduced, so freed slots first go to the second key", async () => {
  const { begun, start, end } = startTasks({ perKeyWhileOthersWait: 2, mostWaiting: 50 });
  const noisy = Array.from({ length: 54 }, (_, n) => `a${String(n)}`);
  const tasks = noisy.map((name) => start(name));
  expect(begun).toEqual(["a0", "a1", "a2", "a3"]);
  tasks.push(start("b1"));
  await end("a0");
  expect(begun.slice(4)).toEqual(["b1"]);
  tasks.push(start("b2"), start("b3"));
  await end("a1");
  expect(begun.slice(4)).toEqual(["b1", "b2"]);
  // Each key runs two tasks and has waiting tasks.
  await end("a2");
  await end("b1");
  expect(begun.slice(4)).toEqual(["b1", "b2", "a4", "b3"]);
  for (const name of ["b2", "b3", ...noisy]) await end(name);
  await Promise.all(tasks);
});

test("a key uses all of its slots again when no other key waits any longer", async () => {
  const { begun, start, end } = startTasks({ width: 3, perKeyWhileOthersWait: 1 });
  const tasks = ["a1", "a2", "a3", "a4", "a5", "b1", "b2"].map((name) => start(name));
  await end("a1");
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
  await end("b1");
  expect(begun).toEqual(["a1", "a2", "a3", "b1", "b2", "a4"]);
  for (const name of ["b2", "a3", "a4", "a5"]) await end(name);
  await Promise.all(tasks);
});

test("a key uses all of its slots again when the other key's task has waited too long and is refused", async () => {
  const { begun, start, end } = startTasks({ width: 3, perKeyWhileOthersWait: 1 });
  const tasks = ["a1", "b1", "a2"].map((name) => start(name));
  expect(begun).toEqual(["a1", "b1", "a2"]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const late = expect(start("b2")).rejects.toThrow(OverloadError);
  vi.advanceTimersByTime(LIMITS.longestWaitMs / 2);
  tasks.push(start("a3"));
  await end("a2");
  expect(begun).toHaveLength(3);
  vi.advanceTimersByTime(LIMITS.longestWaitMs / 2);
  await late;
  expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
  for (const name of ["a1", "b1", "a3"]) await end(name);
  await Promise.all(tasks);
});

test("a task of a key with too many waiting tasks is refused, while tasks of other keys can wait", async () => {
  const { begun, start, end } = startTasks({ width: 1 });
  const tasks = ["a1", "a2", "a3", "a4"].map((name) => start(name));
  await expect(start("a5")).rejects.toThrow(OverloadError);
  tasks.push(...["b1", "b2", "b3", "c1"].map((name) => start(name)));
  await expect(start("b4")).rejects.toThrow(OverloadError);
  for (const name of ["a1", "a2", "b1", "c1", "a3", "b2", "a4", "b3"]) await end(name);
  await Promise.all(tasks);
  expect(begun).toHaveLength(8);
});

test("a task that has waited too long is refused, and later tasks run", async () => {
  const { begun, start, end } = startTasks({ width: 1, longestWaitMs: 20 });
  const first = start("a1");
  await expect(start("a2")).rejects.toThrow(OverloadError);
  await end("a1");
  const third = start("a3");
  await end("a3");
  await Promise.all([first, third]);
  expect(begun).toEqual(["a1", "a3"]);
});

test("a task that fails releases its slot", async () => {
  const inTurn = createFairSemaphore<string>({ ...LIMITS, width: 1 });
  const failing = inTurn("a", () => Promise.reject(new Error("failed")));
  const next = inTurn("b", async () => "done");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("done");
});

test("an abandoned task does not run, and leaves a full queue to others", async () => {
  const { begun, start, end } = startTasks({ width: 1 });
  const abandoned = new Set<string>();
  const tasks = ["a1", "a2", "a3", "a4"].map((name) => start(name, () => abandoned.has(name)));
  abandoned.add("a2");
  const refused = expect(tasks[1]).rejects.toBeInstanceOf(OverloadError);
  const last = start("a5");
  abandoned.add("a3");
  const alsoRefused = expect(tasks[2]).rejects.toBeInstanceOf(OverloadError);
  for (const name of ["a1", "a4", "a5"]) await end(name);
  await Promise.all([refused, alsoRefused, tasks[0], tasks[3], last]);
  expect(begun).toEqual(["a1", "a4", "a5"]);
});
