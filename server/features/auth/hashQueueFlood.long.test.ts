import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { makeScratchFolder } from "#server/checks/fixtures/scratchFolder.ts";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import { hashPassword } from "./password.ts";

let portal: TestPortal;
/** Number of threads in which Node computes hashes. The default is 4. */
const THREADS = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4);

/**
 * Blocks all hashing threads on reads from a pipe until the returned function is called. The
 * blocked threads use no processor time.
 */
async function blockHashing(): Promise<() => Promise<void>> {
  const folder = await makeScratchFolder("hearback-pipe-");
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const readers = Array.from({ length: THREADS }, () => open(pipe, "r"));
  return async () => {
    // The pipe is opened for reading and writing, so that opening does not block and the readers
    // have a writer.
    const writer = openSync(pipe, "r+");
    for (const reader of await Promise.all(readers)) await reader.close();
    closeSync(writer);
    rmSync(folder, { recursive: true });
  };
}

const logIn = ({ username }: { username: string }): Promise<Reply> =>
  portal.visitor("localhost").post("/api/login", { username, password: TEST_PASSWORD });

const cookiesOf = ({ headers }: Reply): string[] =>
  [headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split(";")[0] ?? "");

const changePassword = (user: TestUser): Promise<Reply> =>
  portal.visitor("localhost", user).post("/api/user/password", {
    currentPassword: TEST_PASSWORD,
    newPassword: "a password of my own",
  });

/** Fills all slots of the hash queue until the returned function is called. */
async function fillSlots(visitors: readonly Visitor[]): Promise<() => Promise<void>> {
  // Opens the database connections in advance, because opening a connection needs a hashing thread.
  await Promise.all(
    visitors.flatMap((visitor) => Array.from({ length: 20 }, () => visitor.get("/api/user"))),
  );
  const release = await blockHashing();
  // Starts at least as many hashes as the queue has slots, so that all later hashes must wait.
  const ahead = Promise.allSettled(
    Array.from({ length: availableParallelism() }, () => hashPassword("ahead")),
  );
  return async () => {
    await release();
    await ahead;
  };
}

type Attempt = () => Promise<Reply>;

/**
 * For two accounts, `attempts` contains as many attempts as the limits per account allow, and
 * `again` contains one more attempt.
 */
async function attemptsOnAccounts() {
  const [user, other] = [await portal.user("user"), await portal.user("user")];
  const again = [() => logIn(user), () => changePassword(other)];
  return { again, attempts: Array.from({ length: 10 }, () => again).flat() };
}

/**
 * For four kinds of request, `attempts` contains as many attempts as the limits per client address
 * allow, and `again` contains one more attempt.
 */
async function attemptsFromAddresses() {
  const [user, forgetful] = [await portal.user("user"), await portal.user("user")];
  const company = await portal.company();
  const { visitor } = await portal.anotherApp({ TRUST_PROXY: "1" });
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  const foreign =
    cookiesOf(await logIn(user)).find((cookie) => cookie.startsWith("hearback_device=")) ?? "";
  expect(foreign).not.toBe("");
  const guest = visitor("localhost");
  const logInAs = (username: string, headers: Record<string, string>) => () =>
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
  // Registers an account in advance, because the first registration loads the list of breached
  // passwords.
  expect((await register()).status).toBe(201);
  const known = { ...from("192.0.2.2"), cookie: foreign };
  const unknownUsers = Array.from({ length: 100 }, (_, n) => `nobody${String(n)}@example.com`);
  return {
    visitor: visitor("localhost", user),
    attempts: [
      ...unknownUsers.map((username) => logInAs(username, from("192.0.2.1"))),
      ...unknownUsers.map((username) => logInAs(username, known)),
      ...Array.from({ length: 30 }, () => register),
      ...Array.from({ length: 30 }, () => confirm),
    ],
    again: [
      logInAs(user.username, from("192.0.2.1")),
      logInAs(forgetful.username, known),
      register,
      confirm,
    ],
  };
}

interface Refusals {
  refused: Reply[];
  seconds: number;
}

interface Outcome extends Refusals {
  /** Statuses of the attempts in `again`, which are made when the queue is empty. */
  afterwards: number[];
}

let ofAccounts: Outcome;
let ofAddresses: Outcome;

async function timed(attempts: readonly Attempt[]): Promise<Refusals> {
  const began = performance.now();
  const refused = await Promise.all(attempts.map((attempt) => attempt()));
  return { refused, seconds: (performance.now() - began) / 1000 };
}

async function statusesOf(attempts: readonly Attempt[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const attempt of attempts) statuses.push((await attempt()).status);
  return statuses;
}

// The attempts of both tests wait in the queue at the same time, so that the tests wait only once
// for 8 s.
beforeAll(async () => {
  portal = await startTestPortal();
  const accounts = await attemptsOnAccounts();
  const addresses = await attemptsFromAddresses();
  await portal.sql("delete from throttle");
  const release = await fillSlots([
    portal.visitor("localhost", await portal.user("user")),
    addresses.visitor,
  ]);
  let first: Refusals;
  let second: Refusals;
  try {
    [first, second] = await Promise.all([timed(accounts.attempts), timed(addresses.attempts)]);
  } finally {
    await release();
  }
  ofAccounts = { ...first, afterwards: await statusesOf(accounts.again) };
  ofAddresses = { ...second, afterwards: await statusesOf(addresses.again) };
}, 40_000);

test("a request that has waited 8 s in the hash queue gets 503 and is not counted toward the account's limits", () => {
  const { refused, seconds, afterwards } = ofAccounts;
  expect(refused.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual(
    refused.map(() => [503, "5"]),
  );
  expect(seconds).toBeGreaterThan(7);
  expect(afterwards).toEqual([200, 200]);
});

test("attempts that get 503 because the hash queue is full or too slow are not counted toward the limits of a client address", () => {
  expect(new Set(ofAddresses.refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(ofAddresses.afterwards).toEqual([200, 200, 201, 204]);
});
