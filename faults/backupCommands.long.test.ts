import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findRuntime, root } from "../scripts/runtime.mjs";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { makeDataFolder, removeDataFolder } from "./support/dataFolder.ts";
import { makeMigratedFolder } from "./support/migratedData.ts";
import { call } from "./support/httpCall.ts";
import { ownerSql } from "./support/ownerSql.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";

const sourceDir = await makeMigratedFolder();
let portal: PortalProcess;
beforeAll(async () => {
  portal = await startPortal({ environment: { DATA_DIR: sourceDir, DEMO: "1" } });
});
afterAll(async () => {
  await portal.stop();
  removeDataFolder(sourceDir);
});

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder();
  onTestFinished(() => removeDataFolder(folder));
  return folder;
}

interface Ended {
  code: number;
  output: string;
}

/** Runs the script of `npm run backup`, `npm run restore` or `npm run recount`. */
function run(
  command: "backup" | "restore" | "recount",
  dataDir: string,
  args: string[],
): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir, INIT_CWD: dataDir };
  return new Promise((resolve) => {
    execFile(
      findRuntime(),
      [join(root, "scripts", `${command}.mjs`), ...args],
      { cwd: root, env },
      (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}`.trim() }),
    );
  });
}

const ONE_LINE = /^[^\n]+$/;
const CONTENT =
  "select count(*)::int as items, md5(string_agg(title, '' order by id)) as titles from feedback_item";

test("a backup of a running portal can be restored into a new data folder, from which a portal then starts", async () => {
  const target = await newFolder();
  const file = join(sourceDir, "all.backup");
  const made = await run("backup", sourceDir, ["all.backup"]);
  expect(made.output).toMatch(/^The installation is backed up: \d+ rows[^\n]+$/);
  expect(made.code).toBe(0);
  const content = await ownerSql(() => findRunningEmbedded(sourceDir) ?? "")(CONTENT);

  expect(await run("restore", sourceDir, [file])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database is not empty[^\n]+$/),
  });
  const cut = join(sourceDir, "cut.backup");
  writeFileSync(cut, readFileSync(file).subarray(0, 3000));
  expect(await run("restore", target, [cut])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^[^\n]+is incomplete or was changed[^\n]+$/),
  });
  // The failed restore has created nothing, not even a database.
  expect(existsSync(join(target, "postgres"))).toBe(false);

  const restored = await run("restore", target, [file]);
  expect(restored.output).toMatch(/^The installation is restored as of [^\n]+$/);
  const restoredPortal = await startPortal({ environment: { DATA_DIR: target, DEMO: "1" } });
  onTestFinished(async () => void (await restoredPortal.stop()));
  expect(await ownerSql(() => findRunningEmbedded(target) ?? "")(CONTENT)).toEqual(content);
});

test("npm run recount corrects wrong counts of a running portal and of a stopped portal", async () => {
  const breakCounts = () =>
    ownerSql(() => findRunningEmbedded(sourceDir) ?? "")(
      "update feedback_item set votes = votes + 1000",
    );
  const mostVotes = async () => {
    const { text } = await call({
      port: portal.port,
      path: "/api/feedback?limit=1",
      host: "acme.localhost",
    });
    return (JSON.parse(text) as { votes: number }[])[0]?.votes ?? 0;
  };
  await breakCounts();
  const wrong = await mostVotes();
  expect(wrong).toBeGreaterThan(1000);
  const recounted = await run("recount", sourceDir, []);
  expect(recounted.output).toMatch(
    /^Votes of items: (\d+) wrong, \1 corrected\nComments of items: all correct\n/,
  );
  expect(recounted.code).toBe(0);
  await expect.poll(mostVotes).toBe(wrong - 1000);

  await breakCounts();
  await portal.stop();
  expect((await run("recount", sourceDir, [])).output).toMatch(
    /^Votes of items: (\d+) wrong, \1 corrected\n/,
  );
  expect((await run("recount", sourceDir, [])).output).toMatch(/^Votes of items: all correct\n/);
});

test("backup, restore and recount reject wrong arguments with an error message of one line", async () => {
  const folder = await newFolder();
  for (const [command, args] of [
    ["backup", ["--wrong", "a"]],
    ["backup", ["no-database-here"]],
    ["restore", ["missing.backup"]],
    ["recount", ["--all"]],
  ] as const) {
    const { code, output } = await run(command, folder, [...args]);
    expect(code).toBe(1);
    expect(output).toMatch(ONE_LINE);
  }
});
