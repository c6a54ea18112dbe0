import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { makeScratchFolder } from "#server/checks/fixtures/scratchFolder.ts";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
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

const cookiesOf = ({ headers }: Reply): string[] =>
  [headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split(";")[0] ?? "");

const changePassword = (user: TestUser): Promise<Reply> =>
  portal
    .visitor("localhost", user)
    .post("/api/user/password", {
      currentPassword: TEST_PASSWORD,
      newPassword: "a password of my own",
    });

/** Takes all turns to hash, until the function it gives is called. */
async function fillTurns(visitor: Visitor): Promise<() => Promise<void>> {
  // A new connection to the database takes one of those threads, too.
  await Promise.all(Array.from({ length: 20 }, () => visitor.get("/api/user")));
  const release = await holdHashing();
  // At least as many as there are turns.
  const ahead = Promise.allSettled(
    Array.from({ length: availableParallelism() }, () => hashPassword("ahead")),
  );
  return async () => {
    await release();
    await ahead;
  };
}

test("who has waited 8 s for a turn to hash is asked to come back, and has not tried by that", async () => {
  const [user, other] = [await portal.user("user"), await portal.user("user")];
  const letThrough = await fillTurns(portal.visitor("localhost", user));
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
  await letThrough();
  expect((await logIn(user)).status).toBe(200);
  expect((await changePassword(other)).status).toBe(200);
}, 40_000);

test("who could not be judged for want of a turn has used up nothing of what an address may try", async () => {
  const [user, forgetful] = [await portal.user("user"), await portal.user("user")];
  const company = await portal.company();
  const { visitor } = await portal.anotherApp({ TRUST_PROXY: "1" });
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  const foreign =
    cookiesOf(await logIn(user)).find((cookie) => cookie.startsWith("hearback_device=")) ?? "";
  expect(foreign).not.toBe("");
  const guest = visitor("localhost");
  const logInAs = (username: string, headers: Record<string, string>) =>
    guest.post("/api/login", { username, password: TEST_PASSWORD }, headers);
  let serial = 0;
  const register = () =>
    visitor(company.host).post(
      "/api/register",
      {
        username: `waits${String((serial += 1))}@example.com`,
        password: "a password of my own",
        fullName: "Some One",
      },
      from("192.0.2.3"),
    );
  await guest.post("/api/password-reset", { username: forgetful.username });
  const token = (await runJobs(portal))
    .map(({ text }) => /\?token=(\S+)/.exec(text)?.[1])
    .find(Boolean);
  const confirm = () =>
    guest.post(
      "/api/password-reset/confirm",
      { token, newPassword: "a password of my own" },
      from("192.0.2.4"),
    );
  // The list of breached passwords is loaded by the first.
  expect((await register()).status).toBe(201);
  await portal.sql("delete from throttle");
  const letThrough = await fillTurns(visitor("localhost", user));
  // All that each limit of an address allows.
  const waited = await Promise.all([
    ...Array.from({ length: 100 }, (_, place) =>
      logInAs(`nobody${String(place)}@example.com`, from("192.0.2.1")),
    ),
    ...Array.from({ length: 100 }, (_, place) =>
      logInAs(`nobody${String(place)}@example.com`, { ...from("192.0.2.2"), cookie: foreign }),
    ),
    ...Array.from({ length: 30 }, register),
    ...Array.from({ length: 30 }, confirm),
  ]);
  expect(new Set(waited.map(({ status }) => status))).toEqual(new Set([503]));
  await letThrough();
  const after = [
    await logInAs(user.username, from("192.0.2.1")),
    await logInAs(forgetful.username, { ...from("192.0.2.2"), cookie: foreign }),
    await register(),
    await confirm(),
  ];
  expect(after.map(({ status }) => status)).toEqual([200, 200, 201, 204]);
}, 40_000);
