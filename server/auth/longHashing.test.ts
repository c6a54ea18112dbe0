import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { TestUser } from "#server/testing/factories.ts";
import { TEST_PASSWORD } from "#server/testing/factories.ts";
import { makeScratchFolder } from "#server/testing/scratchFolder.ts";
import type { Reply, TestPortal } from "#server/testing/testPortal.ts";
import { startTestPortal } from "#server/testing/testPortal.ts";
import { hashPassword } from "./password.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

/** Threads that Node hashes with, unless the environment says otherwise. */
const THREADS = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4);

/** Keeps all threads that could hash waiting for a pipe that nobody writes to, at no cost, until the function it gives is called. */
async function holdHashing(): Promise<() => Promise<void>> {
  const folder = await makeScratchFolder("hearback-pipe-");
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const readers = Array.from({ length: THREADS }, () => open(pipe, "r"));
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    // Opened for both it waits for nobody, and whoever waits for a writer has one.
    const writer = openSync(pipe, "r+");
    for (const reader of await Promise.all(readers)) await reader.close();
    closeSync(writer);
    rmSync(folder, { recursive: true });
  };
  onTestFinished(release);
  return release;
}

const logIn = ({ username }: { username: string }): Promise<Reply> =>
  portal.visitor("localhost").post("/api/login", { username, password: TEST_PASSWORD });

const changePassword = (user: TestUser): Promise<Reply> =>
  portal
    .visitor("localhost", user)
    .post("/api/user/password", { currentPassword: TEST_PASSWORD, newPassword: "a password of my own" });

test("who has waited 8 s for a turn to hash is asked to come back, and has not tried by that", async () => {
  const [user, other] = [await portal.user("user"), await portal.user("user")];
  // A new connection to the database takes one of those threads, too.
  await Promise.all(Array.from({ length: 20 }, () => portal.visitor("localhost", user).get("/api/user")));
  const release = await holdHashing();
  // They have the turns, at least as many as there are.
  const ahead = Promise.allSettled(
    Array.from({ length: availableParallelism() }, () => hashPassword("ahead")),
  );
  // All tries that either limit allows.
  const began = performance.now();
  const waited = await Promise.all(
    Array.from({ length: 10 }, () => [logIn(user), changePassword(other)]).flat(),
  );
  const seconds = (performance.now() - began) / 1000;
  expect(waited.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual(
    waited.map(() => [503, "5"]),
  );
  expect(seconds).toBeGreaterThan(7);
  await release();
  await ahead;
  expect((await logIn(user)).status).toBe(200);
  expect((await changePassword(other)).status).toBe(200);
}, 40_000);
