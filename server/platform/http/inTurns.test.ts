import { expect, test } from "vitest";
import { inTurns } from "./inTurns.ts";

/** Work that ends when it is told to. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: resolve };
}

test("what is more than may wait is refused with 503 and Retry-After, and the others go on", async () => {
  const inTurn = inTurns(1, { mostWaiting: 2 });
  const first = heldWork();
  const results = [inTurn(first.work), inTurn(async () => "second"), inTurn(async () => "third")];
  await expect(inTurn(async () => "fourth")).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
  first.end("first");
  expect(await Promise.all(results)).toEqual(["first", "second", "third"]);
  expect(await inTurn(async () => "fifth")).toBe("fifth");
});

test("work that fails gives its turn on", async () => {
  const inTurn = inTurns(1, { mostWaiting: 1 });
  const failing = inTurn(async () => {
    throw new Error("failed");
  });
  const next = inTurn(async () => "next");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
});

test("who has waited too long is refused likewise, and those behind go on", async () => {
  const inTurn = inTurns(1, { longestWaitMs: 50 });
  const first = heldWork();
  const begun = inTurn(first.work);
  const ran: string[] = [];
  const late = inTurn(async () => ran.push("late"));
  await expect(late).rejects.toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  const next = inTurn(async () => ran.push("next"));
  first.end("first");
  await Promise.all([begun, next]);
  expect(ran).toEqual(["next"]);
});
