import { expect, onTestFinished, test } from "vitest";
import type { ExampleWork } from "#server/checks/fixtures/exampleThread.ts";
import { openJobThread } from "./jobThread.ts";

function openExample() {
  const thread = openJobThread<ExampleWork, number>({
    module: new URL("../../checks/fixtures/exampleThread.ts", import.meta.url),
    data: null,
    heapMb: 16,
  });
  onTestFinished(thread.close);
  return thread;
}

test("a thread returns the result of each work, and the error of failed work", async () => {
  const { run } = openExample();
  const waiting = new AbortController();
  const results = [
    run({ work: "wait", number: 1 }, waiting.signal),
    run({ work: "double", number: 2 }),
    run({ work: "double", number: 3 }),
  ];
  await expect(run({ work: "fail", number: 4 })).rejects.toMatchObject({
    name: "RangeError",
    message: "4 is too large",
  });
  // Without the abort, the first work would take a minute.
  waiting.abort();
  expect(await Promise.all(results)).toEqual([2, 4, 6]);
});

test("work that fills the thread's heap fails, and the next work succeeds", async () => {
  const { run } = openExample();
  await expect(run({ work: "fill the heap", number: 1 })).rejects.toThrow(/memory/);
  expect(await run({ work: "double", number: 2 })).toBe(4);
});

test("work of a closed thread fails", async () => {
  const { run, close } = openExample();
  const work = run({ work: "wait", number: 1 });
  await close();
  await expect(work).rejects.toThrow("The thread ended before its work");
});
