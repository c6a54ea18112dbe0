import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRuntime, root } from "../scripts/runtime.mjs";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { createCommunity } from "./support/createCommunity.ts";
import { makeDataFolder, removeDataFolder } from "./support/dataFolder.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import { call } from "./support/httpCall.ts";
import { startPortal } from "./support/portalProcess.ts";
import { countAcknowledged, newLedger, writeLoad } from "./support/writeLoad.ts";

/**
 * Starts an installation: a database, a portal that uses it, and a folder in which the
 * installation's commands run.
 */
async function startInstallation(idRange: number) {
  const database = await startDatabase();
  const environment = { DATABASE_URL: database.url, ID_RANGE: String(idRange) };
  const portal = await startPortal({ environment });
  const folder = await makeDataFolder();
  const script = (name: string) =>
    `DATABASE_URL='${database.url}' '${findRuntime()}' '${join(root, "scripts", `${name}.mjs`)}'`;
  const scripts = {
    backup: script("backup"),
    restore: script("restore"),
    "read-only": script("readOnly"),
    unsubscribed: script("unsubscribed"),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts }));
  const stop = async () => {
    await portal.stop();
    await database.stop();
    removeDataFolder(folder);
  };
  return { database, portal, folder, stop };
}

type Installation = Awaited<ReturnType<typeof startInstallation>>;

let from: Installation;
let to: Installation;
beforeAll(async () => {
  [from, to] = await Promise.all([startInstallation(1), startInstallation(2)]);
});
afterAll(() => Promise.all([from.stop(), to.stop()]));

function moveCompany(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(join(root, "deploy", "move-company.sh"), args, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` }),
    );
  });
}

const countOf = async ({ sql }: ExternalDatabase, table: string) =>
  (await sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;

test("a company is moved to another installation under load without losing an acknowledged write", async () => {
  await createCommunity(to.database.sql, 3);
  const community = await createCommunity(from.database.sql);
  const { company, users } = community;
  const ledger = newLedger();
  const end = new AbortController();
  const load = writeLoad({
    port: from.portal.port,
    community,
    ledger,
    signal: end.signal,
    writers: 4,
  });
  await expect.poll(() => countAcknowledged(ledger), { timeout: 20_000 }).toBeGreaterThan(20);

  // Clients still write to the old installation while the script runs its command that switches the
  // proxy. In this test, the command is a one-click unsubscription in the old installation.
  const token = crypto.randomUUID();
  await from.database.sql("update user_account set unsubscribe_token = $1 where username = $2", [
    token,
    users[0]?.username,
  ]);
  const link = `http://127.0.0.1:${String(from.portal.port)}/unsubscribe/${token}`;
  const oneClick = `curl -sf -H 'Host: ${company.host}' -d List-Unsubscribe=One-Click ${link}`;
  const moved = await moveCompany(from.folder, to.folder, company.subdomain, oneClick);
  expect(moved).toMatchObject({
    code: 0,
    output: expect.stringContaining("The company is moved."),
  });
  end.abort();
  await load;
  expect(ledger.outcomes.some(({ status }) => status === 503)).toBe(true);
  expect(await findLostWrites(to.database.sql, ledger)).toEqual({
    lost: 0,
    duplicated: 0,
    miscounted: [],
  });
  // Both installations have the same number of the company's rows, so the old installation accepted
  // no write after the backup.
  for (const table of ["feedback_item", "comment", "user_vote"]) {
    const rows = `${table} where company_id = ${String(company.id)}`;
    expect(await countOf(to.database, rows)).toBe(await countOf(from.database, rows));
  }

  const pace = "select email_pace as pace from user_account where unsubscribe_token = $1";
  expect(await to.database.sql(pace, [token])).toEqual([{ pace: "off" }]);

  const { port } = to.portal;
  const { host } = company;
  const body = { username: users[0]?.username ?? "", password: TEST_PASSWORD };
  const signedIn = await call({ port, host, method: "POST", path: "/api/login", body });
  const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  const item = { title: "In the new one", description: "D", boardId: community.board.id };
  const submitted = await call({
    port,
    host,
    method: "POST",
    path: "/api/feedback",
    body: item,
    cookie,
  });
  expect(submitted.status).toBe(201);
});

test("after a move that failed, the company accepts changes in its old installation", async () => {
  const { company, users, items } = await createCommunity(from.database.sql, 1);
  await to.database.sql("insert into company (name, subdomain) values ('Other', $1)", [
    company.subdomain,
  ]);
  const moved = await moveCompany(from.folder, to.folder, company.subdomain, "exit 0");
  expect(moved.code).toBe(1);
  expect(moved.output).toContain("The company was not moved. It stays where it is.");
  const vote = await call({
    port: from.portal.port,
    host: company.host,
    method: "POST",
    path: `/api/feedback/${String(items[0])}/vote`,
    cookie: users[0]?.cookie,
  });
  expect(vote.status).toBe(200);
});
